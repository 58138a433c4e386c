import { constants, realpathSync } from 'node:fs';
import { lstat, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../../rules/storage-failure.ts';

const maxAttempts = 100;

/** A created, renamed or removed name survives a power cut only after its folder was synced. */
export async function syncFolder(path: string): Promise<void> {
  let handle;
  try {
    handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  } catch (error) {
    // The folder was removed by another call.
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** True when the path exists and no part of it is a symlink; `path` begins with a real folder. */
export function isReal(path: string): boolean {
  return realPath(path) === path;
}

/** The path without links. Absent: undefined. A thread would take longer: folders are in the cache. */
export function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(codeOf(error))) return undefined;
    throw error;
  }
}

/** Creates the folders between `root` and `path`, mode 700. False: a file or symlink is in the way. */
export async function makeFolders(root: string, path: string, attempt = 1): Promise<boolean> {
  if (path === root || isReal(path)) return true;
  if (!(await makeFolders(root, dirname(path)))) return false;
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) === 'ENOTDIR') return false;
    // Another call removed the empty folder above between our two steps.
    const isPruned = codeOf(error) === 'ENOENT' && attempt < maxAttempts;
    if (isPruned) return makeFolders(root, path, attempt + 1);
    if (codeOf(error) !== 'EEXIST') throw error;
    const entry = await lstat(path).catch(() => undefined);
    return entry === undefined || entry.isDirectory();
  }
  await syncFolder(dirname(path));
  return true;
}
