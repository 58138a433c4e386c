import { copyFile, link, mkdir } from 'node:fs/promises';
import { codeOf } from '../../rules/storage-failure.ts';

const withoutLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'];

/** Gives files of a published version a second name in the next one: they never change in place. */
export async function linkBlobs(from: string, to: string, paths: Iterable<string>): Promise<void> {
  const all = [...paths];
  for (const inside of foldersOf(all)) {
    await mkdir(`${to}/${inside}`, { recursive: true, mode: 0o700 });
  }
  for (const path of all) {
    await link(`${from}/${path}`, `${to}/${path}`).catch((error: unknown) => {
      if (!withoutLinks.includes(codeOf(error))) throw error;
      return copyFile(`${from}/${path}`, `${to}/${path}`);
    });
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
