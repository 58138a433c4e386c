import { runsAllHomes } from './level.ts';
import { openBackend } from './emulators/on-backend.ts';
import { hasPostgres } from './postgres/on-postgres.ts';
import { onAws, onCluster, onLocal, type Home } from './world.ts';

type HomeName = 'laptop' | 'cluster' | 'AWS';

interface NamedHome {
  readonly name: HomeName;
  readonly home: Home;
}

/**
 * The homes that the cases of a file run on, for `describe.each`. `quick` names those of
 * `npm test`. Called at the top of a file: it starts and stops the emulators that they need.
 */
export function homes({ quick = ['laptop'] }: { readonly quick?: readonly HomeName[] } = {}) {
  const all = hasPostgres ? (['laptop', 'cluster', 'AWS'] as const) : (['laptop', 'AWS'] as const);
  const open: Record<HomeName, () => Home> = {
    laptop: () => onLocal,
    cluster: () => onCluster,
    AWS: () => onAws(openBackend()),
  };
  const names: readonly HomeName[] = runsAllHomes ? all : quick;
  return names.map((name): NamedHome => ({ name, home: open[name]() }));
}
