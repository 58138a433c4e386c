import { readdir } from 'node:fs/promises';

/** Paths of all files below a folder, relative to it. Links are neither followed nor listed. */
export async function filesUnder(path: string): Promise<Set<string>> {
  const files = new Set<string>();
  await gather('');
  return files;

  async function gather(inside: string): Promise<void> {
    const found = await readdir(`${path}/${inside}`, { withFileTypes: true });
    for (const entry of found) if (entry.isFile()) files.add(inside + entry.name);
    for (const entry of found) if (entry.isDirectory()) await gather(`${inside}${entry.name}/`);
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
