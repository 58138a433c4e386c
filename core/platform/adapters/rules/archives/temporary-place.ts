import { dayMilliseconds } from '../../../ports/clock.ts';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { onDisk } from '../storage-failure.ts';

const prefix = 'unpacked-';
/** An older folder was left by a process that died. */
const abandonedMilliseconds = dayMilliseconds;

/** A new folder below this one for a stranger's files. */
export function temporaryPlace(directory: string): Promise<string> {
  return onDisk(async () => {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await removeAbandoned(directory);
    return mkdtemp(join(directory, prefix));
  });
}

async function removeAbandoned(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.startsWith(prefix)) continue;
    const path = join(directory, name);
    const entry = await stat(path).catch(() => undefined);
    if (!entry || Date.now() - entry.mtimeMs < abandonedMilliseconds) continue;
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  }
}
