import { existsSync } from 'node:fs';
import { readlink, realpath, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

const descriptors = '/proc/self/fd';
const hasDescriptors = existsSync(descriptors);

/** Where an opened file lies now. `path` led to it. */
export async function placeOf(handle: FileHandle, path: string): Promise<string> {
  if (hasDescriptors) return readlink(`${descriptors}/${handle.fd}`);
  const real = await realpath(path);
  const [named, opened] = await Promise.all([stat(real), handle.stat()]);
  if (named.ino === opened.ino && named.dev === opened.dev) return real;
  throw new Error(`${path} changed while it was opened`);
}

/** The path of a name in an opened folder: without /proc a folder that is exchanged leads elsewhere. */
export function below(folder: FileHandle, real: string, name: string): string {
  return join(hasDescriptors ? `${descriptors}/${folder.fd}` : real, name);
}
