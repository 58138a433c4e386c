import { constants } from 'node:fs';
import { lstat, mkdir, open, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from './storage-failure.ts';

const pruningsInARow = 100;

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

/** A syncFolder() whose callers share the next run that has not begun. */
export function sharedSync(sync: (path: string) => Promise<void> = syncFolder) {
  const running = new Map<string, Promise<void>>();
  const waiting = new Map<string, Promise<void>>();
  return function syncShared(path: string): Promise<void> {
    const joined = waiting.get(path);
    if (joined) return joined;
    const next = (running.get(path) ?? Promise.resolve())
      .catch(() => {})
      .then(() => {
        waiting.delete(path);
        running.set(path, next);
        return sync(path);
      })
      .finally(() => {
        if (running.get(path) === next) running.delete(path);
      });
    waiting.set(path, next);
    return next;
  };
}

/** True when the path exists and no part of it is a symlink; `path` begins with a real folder. */
export async function isReal(path: string): Promise<boolean> {
  return (await realPath(path)) === path;
}

/** The path without links. Absent: undefined. */
export async function realPath(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(codeOf(error))) return undefined;
    throw error;
  }
}

/** Creates the folders between `root` and `path`, mode 700. False: a file or symlink is in the way. */
export async function makeFolders(
  root: string,
  path: string,
  sync: (path: string) => Promise<void>,
  attempt = 1,
): Promise<boolean> {
  if (path === root || (await isReal(path))) return true;
  if (!(await makeFolders(root, dirname(path), sync))) return false;
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) === 'ENOTDIR') return false;
    // Another call removed the empty folder above between our two steps.
    const isPruned = codeOf(error) === 'ENOENT' && attempt < pruningsInARow;
    if (isPruned) return makeFolders(root, path, sync, attempt + 1);
    if (codeOf(error) !== 'EEXIST') throw error;
    const entry = await lstat(path).catch(() => undefined);
    return entry === undefined || entry.isDirectory();
  }
  await sync(dirname(path));
  return true;
}
