import { copyFileSync, linkSync, lstatSync, unlinkSync, utimesSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { Failure } from '../../../failure.ts';
import { filesUnder, foldersOf } from './files.ts';
import type { BlobFolder } from './folder.ts';
import { assertWritableKey } from './names.ts';
import { codeOf } from '../files/storage-failure.ts';

/** One link takes 7 µs at once and 50 by way of the thread pool; others get their turn after so
 * many. */
const linksInARow = 200;
const withoutLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'];

/** Refuses what is not published. What is there has a key's name: nobody asks for it again, which
 * for ten thousand pages takes 40 ms. */
export async function assertKept(
  published: string | undefined,
  keys: readonly string[],
): Promise<void> {
  const there = published === undefined ? new Set<string>() : await filesUnder(published);
  const absent = keys.filter((key) => !there.has(key));
  absent.forEach(assertWritableKey);
  if (absent[0] !== undefined) throw notThere(absent[0]);
}

/**
 * Takes files of what is published now over into what is staged, as further names of the same
 * files: a blob is never changed in place. What is staged already stays. Takes back what it did
 * when one is missing.
 */
export async function keepBlobs(
  folder: BlobFolder,
  published: string,
  staged: string,
  keys: readonly string[],
): Promise<void> {
  const made: string[] = [];
  const folders = foldersOf(keys);
  try {
    for (const inside of folders) {
      if (await folder.makeFolders(`${staged}/${inside}`.slice(0, -1))) continue;
      throw new Failure('conflict', 'blocked', `Something is in the way of ${inside}`);
    }
    for (const [at, key] of keys.entries()) {
      if (at % linksInARow === linksInARow - 1) await turn();
      const to = `${staged}/${key}`;
      if (take(`${published}/${key}`, to, key)) made.push(to);
    }
    for (const inside of folders) await folder.sync(`${staged}/${inside}`);
  } catch (error) {
    for (const path of made) unlinkSync(path);
    throw error;
  }
}

function take(from: string, to: string, key: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') return false;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw notThere(key);
    if (!isWithoutLinks(error)) throw error;
  }
  copyFileSync(from, to);
  const { atime, mtime } = lstatSync(from);
  utimesSync(to, atime, mtime);
  return true;
}

/** The file system gives no file a further name. */
export function isWithoutLinks(error: unknown): boolean {
  return withoutLinks.includes(codeOf(error));
}

function notThere(key: string): Failure {
  return new Failure('missing', 'no_blob', `Not published: ${JSON.stringify(key)}`);
}
