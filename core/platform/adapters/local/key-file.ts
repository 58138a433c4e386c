import { constants } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../rules/storage-failure.ts';

const fileName = 'sidecar.key';

/** Leaves a service's key to other programs of the same user (mode 600). Undefined: removes it. */
export async function writeKeyFile(directory: string, key: string | undefined): Promise<void> {
  const file = join(directory, fileName);
  if (key === undefined) return rm(file, { force: true });
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, key, { mode: 0o600 });
  await rename(temporary, file);
}

/** Undefined: there is none. */
export async function readKeyFile(directory: string): Promise<string | undefined> {
  try {
    const flag = constants.O_RDONLY | constants.O_NOFOLLOW;
    const text = await readFile(join(directory, fileName), { encoding: 'utf8', flag });
    return text.trim() || undefined;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
