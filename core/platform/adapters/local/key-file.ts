import { constants } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../rules/storage-failure.ts';

const fileName = 'sidecar.key';

/** Leaves a service's key to other programs of the same user (mode 600). Undefined: removes it. */
export async function writeKeyFile(directory: string, key: string | undefined): Promise<void> {
  const file = join(directory, fileName);
  if (key === undefined) return rm(file, { force: true });
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}`;
  const handle = await open(temporary, 'w', 0o600);
  try {
    await handle.writeFile(key);
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
}

/** Undefined: there is none. */
export async function readKeyFile(directory: string): Promise<string | undefined> {
  try {
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW;
    const handle = await open(join(directory, fileName), flags);
    try {
      return (await handle.readFile('utf8')).trim() || undefined;
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
