import {
  closeSync,
  constants,
  fsync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { codeOf } from '../../rules/storage-failure.ts';

const maxAttempts = 100;

/** A thread waits for the disk. */
export function syncFile(file: number): Promise<void> {
  return promisify(fsync)(file);
}

/** A created, renamed or removed name survives a power cut only after its folder was synced. */
export async function syncFolder(path: string): Promise<void> {
  let folder: number;
  try {
    folder = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY);
  } catch (error) {
    // The folder was removed by another call.
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  await syncFile(folder).finally(() => closeSync(folder));
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

/** What is at the path itself. Nothing, or a file is in the way: undefined. */
export function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Creates the folders between `root` and `path`, mode 700. False: a file or symlink is in the way. */
export async function makeFolders(root: string, path: string, attempt = 1): Promise<boolean> {
  if (path === root || isReal(path)) return true;
  if (!(await makeFolders(root, dirname(path)))) return false;
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) === 'ENOTDIR') return false;
    // Another call removed the empty folder above between our two steps.
    const isPruned = codeOf(error) === 'ENOENT' && attempt < maxAttempts;
    if (isPruned) return makeFolders(root, path, attempt + 1);
    if (codeOf(error) !== 'EEXIST') throw error;
    return entryAt(path)?.isDirectory() !== false;
  }
  await syncFolder(dirname(path));
  return true;
}
