import { constants } from 'node:fs';
import { lstat, mkdir, open, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from './storage-failure.ts';

const pruningsInARow = 100;

/** Names of a folder (made, renamed, removed) survive a power cut only after this. */
export async function syncFolder(path: string): Promise<void> {
  let handle;
  try {
    handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  } catch (error) {
    // Somebody removed the folder with what was in it: nothing is left to keep.
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** syncFolder() whose callers share a run when they come while one is waiting to begin. */
export function sharedSync(sync: (path: string) => Promise<void> = syncFolder) {
  const running = new Map<string, Promise<void>>();
  const waiting = new Map<string, Promise<void>>();
  return function syncShared(path: string): Promise<void> {
    const joined = waiting.get(path);
    if (joined) return joined;
    const begun = (running.get(path) ?? Promise.resolve())
      .catch(() => {})
      .then(() => {
        waiting.delete(path);
        running.set(path, begun);
        return sync(path);
      })
      .finally(() => {
        if (running.get(path) === begun) running.delete(path);
      });
    waiting.set(path, begun);
    return begun;
  };
}

/** True when the path exists and no part of it is a symlink; `path` begins with a real folder. */
export async function isReal(path: string): Promise<boolean> {
  return (await realPath(path)) === path;
}

/** Where the path leads. Nowhere: undefined. */
export async function realPath(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(codeOf(error))) return undefined;
    throw error;
  }
}

/**
 * Makes the folders between `root` and `path`, mode 700. False when something that is not a
 * folder (a file, a symlink) is in the way.
 */
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
    // The folder above was empty, and somebody took it away between our two steps.
    const isPruned = codeOf(error) === 'ENOENT' && attempt < pruningsInARow;
    if (isPruned) return makeFolders(root, path, sync, attempt + 1);
    if (codeOf(error) !== 'EEXIST') throw error;
    const there = await lstat(path).catch(() => undefined);
    return there === undefined || there.isDirectory();
  }
  await sync(dirname(path));
  return true;
}
