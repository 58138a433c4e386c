import { expect } from 'vitest';
import { runsAll, runsTwoHomes } from './level.ts';
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
 * `npm test`; `npm run check` takes the laptop and, by turns over the files, one of the others. Called at
 * the top of a file: it starts and stops the emulators that they need.
 */
export function homes({ quick = ['laptop'] }: { readonly quick?: readonly HomeName[] } = {}) {
  const all = hasPostgres ? (['laptop', 'cluster', 'AWS'] as const) : (['laptop', 'AWS'] as const);
  const open: Record<HomeName, () => Home> = {
    laptop: () => onLocal,
    cluster: () => onCluster,
    AWS: () => onAws(openBackend()),
  };
  const other = all[1 + (sumOf(expect.getState().testPath ?? '') % (all.length - 1))];
  const two = all.filter((name) => name === 'laptop' || name === other);
  const names: readonly HomeName[] = runsAll ? all : runsTwoHomes ? two : quick;
  return names.map((name): NamedHome => ({ name, home: open[name]() }));
}

/** Of the characters of the file's name, which does not depend on the folder of the clone. */
function sumOf(path: string): number {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return [...name].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0);
}
