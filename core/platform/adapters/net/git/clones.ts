import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#core/platform/ports/clock.ts';
import { onDisk } from '../../local/files/storage-failure.ts';
import { once } from '../fetch/once.ts';

/** No clone takes this long, and nobody reads in one for longer: what is older was left by a
 * process that died. */
const abandonedMilliseconds = { 'partial-': 3_600_000, 'clone-': 7 * 86_400_000 };

/** Where clones lie: `partial-…` while they are made, `clone-…` once they are whole. */
export function cloneFolder(directory: string, clock: Clock) {
  const open = once(() => onDisk(makeFolder));

  async function makeFolder(): Promise<string> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    // Older versions made it readable to every user of the machine.
    await chmod(directory, 0o700);
    await sweep(directory, clock.now());
    return await realpath(directory);
  }

  return {
    /** The folder itself, existing and without links in its path. */
    open,

    async begin() {
      const root = await open();
      const name = randomUUID();
      const unfinished = join(root, `partial-${name}`);
      const finished = join(root, `clone-${name}`);
      return {
        unfinished,
        finished,
        /** Makes the unfinished folder anew. */
        clear: () =>
          onDisk(async () => {
            await remove(unfinished);
            // With the folder above, which somebody may have tidied away under /tmp.
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
    const found = await stat(path).catch(() => undefined);
    if (found && now.getTime() - found.mtimeMs > limit) await remove(path);
  }
}
