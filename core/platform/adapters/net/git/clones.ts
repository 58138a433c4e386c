import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { dayMilliseconds, type Clock } from '../../../ports/clock.ts';
import { onDisk } from '../../rules/storage-failure.ts';
import { lazy } from '../../../lazy.ts';

/** An older folder was left by a process that died. */
const abandonedMilliseconds = { 'partial-': 3_600_000, 'clone-': 7 * dayMilliseconds };

/** The folder of all clones: an unfinished one is named `partial-…`, a finished one `clone-…`. */
export function cloneFolder(directory: string, clock: Clock) {
  const open = lazy(() => onDisk(makeFolder));

  async function makeFolder(): Promise<string> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    // Earlier versions made it readable to every user of the machine.
    await chmod(directory, 0o700);
    await sweep(directory, clock.now());
    return await realpath(directory);
  }

  return {
    /** Creates the folder if it is absent; returns its path without links. */
    open,

    async begin() {
      const root = await open();
      const name = randomUUID();
      const unfinished = join(root, `partial-${name}`);
      const finished = join(root, `clone-${name}`);
      return {
        unfinished,
        finished,
        /** Empties the unfinished folder. */
        clear: () =>
          onDisk(async () => {
            await remove(unfinished);
            // Recursive: a cleaner of /tmp may have removed the folder above.
            await mkdir(unfinished, { recursive: true, mode: 0o700 });
          }),
        finish: () => onDisk(() => rename(unfinished, finished)),
        abandon: () => onDisk(() => remove(unfinished)),
        dispose: () => remove(finished),
      };
    },
  };
}

async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 3 });
}

async function sweep(directory: string, now: Date): Promise<void> {
  for (const name of await readdir(directory)) {
    const [, limit] =
      Object.entries(abandonedMilliseconds).find(([prefix]) => name.startsWith(prefix)) ?? [];
    if (limit === undefined) continue;
    const path = join(directory, name);
    const entry = await stat(path).catch(() => undefined);
    if (entry && now.getTime() - entry.mtimeMs > limit) await remove(path);
  }
}
