import { runsAllHomes } from './level.ts';
import { openBackend } from './emulators/on-each-backend.ts';
import { backends, type Backend } from './emulators/emulators.ts';
import { onAws, onLocal, type Home } from './world.ts';

type HomeName = 'laptop' | 'AWS';

interface NamedHome {
  readonly name: HomeName;
  readonly home: Home;
}

/**
 * The homes that the cases of a file run on, for `describe.each`. `quick` names those of
 * `npm test`. Called at the top of a file: it starts and stops the emulators that they need.
 */
export function homes({ quick = ['laptop'] }: { readonly quick?: readonly HomeName[] } = {}) {
  const names: readonly HomeName[] = runsAllHomes ? ['laptop', 'AWS'] : quick;
  return names.map((name): NamedHome => {
    const home = name === 'laptop' ? onLocal : onAws(openBackend(backends()[0] as Backend));
    return { name, home };
  });
}
