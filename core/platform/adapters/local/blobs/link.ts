import { copyFileSync, linkSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { codeOf } from '../files/storage-failure.ts';

/** One link takes 7 µs at once and 50 by way of the thread pool; the event loop runs between. */
const linksInARow = 200;
const withoutLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'];

/** Gives files of a published version a second name in the next one: they never change in place. */
export async function linkBlobs(from: string, to: string, paths: Iterable<string>): Promise<void> {
  const all = [...paths];
  for (const inside of foldersOf(all)) {
    await mkdir(`${to}/${inside}`, { recursive: true, mode: 0o700 });
  }
  for (const [at, path] of all.entries()) {
    if (at % linksInARow === linksInARow - 1) await turn();
    try {
      linkSync(`${from}/${path}`, `${to}/${path}`);
    } catch (error) {
      if (!withoutLinks.includes(codeOf(error))) throw error;
      copyFileSync(`${from}/${path}`, `${to}/${path}`);
    }
  }
}

/** The folders in which the keys lie, as they begin a key: `` or `assets/`. Outer ones first. */
export function foldersOf(keys: Iterable<string>): string[] {
  const folders = new Set(['']);
  for (const key of keys) {
    let end = key.lastIndexOf('/') + 1;
    for (; end > 0 && !folders.has(key.slice(0, end)); end = key.lastIndexOf('/', end - 2) + 1) {
      folders.add(key.slice(0, end));
    }
  }
  return [...folders].sort((a, b) => a.length - b.length);
}
