import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { inflateSync } from 'node:zlib';
import type { GitTag } from '../../../ports/systems/git.ts';
import { commonFolder, gitFolder, maxPackedRefsBytes, readSmall } from './local.ts';
import { isCommit } from './source.ts';

const maxRefBytes = 200;
const maxTagBytes = 1024 * 1024;

/** The tags of a local working tree, read from files as its HEAD is. */
export async function readTags(directory: string): Promise<readonly GitTag[]> {
  const common = await commonFolder(await gitFolder(directory));
  const tags = new Map<string, GitTag>();
  for (const tag of await packedTags(common)) tags.set(tag.name, tag);
  const folder = join(common, 'refs', 'tags');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const id = (await readSmall(path, maxRefBytes))?.toString('latin1').trim() ?? '';
    if (!isCommit(id)) continue;
    const name = relative(folder, path).split(sep).join('/');
    tags.set(name, { name, commit: await commitOf(common, id.toLowerCase()) });
  }
  return [...tags.values()];
}

async function packedTags(common: string): Promise<GitTag[]> {
  const text = (await readSmall(join(common, 'packed-refs'), maxPackedRefsBytes))?.toString() ?? '';
  const tags: GitTag[] = [];
  for (const line of text.split('\n')) {
    const [, id = '', name] = /^([0-9a-f]{40}) refs\/tags\/(.+)$/.exec(line) ?? [];
    if (name !== undefined) tags.push({ name, commit: id });
    // The line after an annotated tag names its commit.
    const peeled = /^\^([0-9a-f]{40})$/.exec(line)?.[1];
    const last = tags.at(-1);
    if (peeled !== undefined && last) tags[tags.length - 1] = { name: last.name, commit: peeled };
  }
  return tags;
}

/** Null: the object is in a pack. */
async function commitOf(common: string, id: string): Promise<string | null> {
  const object = await readSmall(join(common, 'objects', id.slice(0, 2), id.slice(2)), maxTagBytes);
  if (!object) return null;
  try {
    const text = inflateSync(object, { maxOutputLength: maxTagBytes }).toString('latin1');
    if (text.startsWith('commit ')) return id;
    return /^tag \d+\0object ([0-9a-f]{40})\ntype commit\n/.exec(text)?.[1] ?? null;
  } catch {
    return null;
  }
}
