import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import type { BlobInfo } from '../../../ports/blobs.ts';
import { isBlobName } from '../../rules/blob-key.ts';
import type { BlobFolder } from './folder.ts';
import { isReserved } from './names.ts';
import { infoOf } from './read.ts';
import { isReal } from '../files/durable.ts';
import { byCodePoint } from '../../rules/by-code-point.ts';
import { codeOf, storageFailure } from '../../rules/storage-failure.ts';

const statsAtOnce = 64;

export async function* listBlobs(folder: BlobFolder, prefix: string): AsyncGenerator<BlobInfo> {
  try {
    const base = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    if (base !== '' && !isReal(folder.path(base))) return;
    let batch: string[] = [];
    const infos = async () => {
      const all = await Promise.all(batch.map((key) => infoAt(folder, key)));
      batch = [];
      return all.filter((info) => info !== undefined);
    };
    for await (const key of keysUnder(folder, base, prefix)) {
      batch.push(key);
      if (batch.length === statsAtOnce) yield* await infos();
    }
    yield* await infos();
  } catch (error) {
    throw storageFailure(error);
  }
}

/**
 * A folder sorts as its name with the slash, for that is how its keys go on: "a-b" comes before
 * "a/c". Only the folders on the way are read, each when its turn comes.
 */
async function* keysUnder(
  folder: BlobFolder,
  base: string,
  prefix: string,
): AsyncGenerator<string> {
  const keys = (await entriesIn(`${folder.root}/${base}`))
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .filter(({ name }) => isBlobName(name) && !isReserved(name, base === ''))
    .map((entry) => base + entry.name + (entry.isDirectory() ? '/' : ''))
    .filter((key) => key.startsWith(prefix) || (key.endsWith('/') && prefix.startsWith(key)))
    .sort(byCodePoint);
  for (const key of keys) {
    if (key.endsWith('/')) yield* keysUnder(folder, key, prefix);
    else yield key;
  }
}

/** Nothing, where a removal beside us took the folder away when it became empty. */
export async function entriesIn(path: string): Promise<Dirent[]> {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return [];
    throw error;
  }
}

async function infoAt(folder: BlobFolder, key: string): Promise<BlobInfo | undefined> {
  try {
    const stat = await lstat(folder.path(key), { bigint: true });
    return stat.isFile() ? infoOf(key, stat) : undefined;
  } catch (error) {
    // Deleted since the folder was read.
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return undefined;
    throw error;
  }
}
