import { copyFileSync, linkSync, lstatSync, unlinkSync, utimesSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { Failure } from '../../failure.ts';
import type { BlobFolder } from './blobs-folder.ts';
import { isReal } from './durable.ts';
import { codeOf } from './storage-failure.ts';

/** One link takes 5 µs at once and 50 by way of the thread pool; others get their turn after so
 * many. */
const linksInARow = 200;
const withoutLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'];

/**
 * Takes files of what is published now over into what is staged, as further names of the same
 * files: a blob is never changed in place. What is staged already stays. Takes back what it did
 * when one is missing.
 */
export async function keepBlobs(
  folder: BlobFolder,
  published: string | undefined,
  staged: string,
  keys: readonly string[],
): Promise<void> {
  const made: string[] = [];
  const folders = new Set(keys.map((key) => dirname(`/${key}`).slice(1)));
  try {
    for (const name of folders) await prepare(name);
    for (const [at, key] of keys.entries()) {
      if (at % linksInARow === linksInARow - 1) await turn();
      const to = `${staged}/${key}`;
      if (take(`${published}/${key}`, to, key)) made.push(to);
    }
    for (const name of folders) await folder.sync(name === '' ? staged : `${staged}/${name}`);
  } catch (error) {
    for (const path of made) unlinkSync(path);
    throw error;
  }

  async function prepare(name: string): Promise<void> {
    const inside = name === '' ? '' : `/${name}`;
    if (published === undefined || !(await isReal(published + inside))) throw notThere(name);
    if (await folder.makeFolders(staged + inside)) return;
    throw new Failure('conflict', 'blocked', `Something is in the way of ${name}`);
  }
}

function take(from: string, to: string, key: string): boolean {
  try {
    if (!lstatSync(from).isFile()) throw notThere(key);
    linkSync(from, to);
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') return false;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw notThere(key);
    if (!withoutLinks.includes(code)) throw error;
  }
  copyFileSync(from, to);
  const { atime, mtime } = lstatSync(from);
  utimesSync(to, atime, mtime);
  return true;
}

function notThere(key: string): Failure {
  return new Failure('missing', 'no_blob', `Not published: ${JSON.stringify(key)}`);
}
