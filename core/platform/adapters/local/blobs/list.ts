import { lstat, readdir } from 'node:fs/promises';
import { Failure } from '../../../failure.ts';
import type { BlobInfo } from '../../../ports/blobs.ts';
import { assertBlobKey, isBlobName } from '../../rules/blob-key.ts';
import type { BlobFolder } from './folder.ts';
import { isReserved } from './names.ts';
import { infoOf } from './read.ts';
import { isReal } from '../files/durable.ts';
import { byCodePoint } from '../../rules/by-code-point.ts';
import { codeOf } from '../../rules/storage-failure.ts';

const statsAtOnce = 64;

export async function listBlobs(
  folder: BlobFolder,
  prefix: string,
  { cursor, limit = 1_000 }: { cursor?: string; limit?: number },
): Promise<{ entries: readonly BlobInfo[]; cursor?: string }> {
  if (!Number.isInteger(limit) || limit < 1) {
    throw new Failure('invalid', 'bad_limit', 'A limit is a whole number from 1');
  }
  const after = cursor === undefined ? '' : keyOf(cursor, prefix);
  const base = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  if (base !== '' && !(await isReal(folder.path(base)))) return { entries: [] };
  const entries: BlobInfo[] = [];
  let batch: string[] = [];
  const takeBatch = async () => {
    const infos = await Promise.all(batch.map((key) => infoAt(folder, key)));
    entries.push(...infos.filter((info) => info !== undefined));
    batch = [];
  };
  for await (const key of keysUnder(folder, base, { prefix, after })) {
    batch.push(key);
    if (batch.length >= Math.min(statsAtOnce, limit + 1 - entries.length)) await takeBatch();
    if (entries.length > limit) break;
  }
  await takeBatch();
  if (entries.length <= limit) return { entries };
  const page = entries.slice(0, limit);
  return { entries: page, cursor: Buffer.from(page.at(-1)?.key ?? '').toString('base64url') };
}

/**
 * A folder sorts as its name with the slash, for that is how its keys go on: "a-b" comes before
 * "a/c". Only the folders on the way are read, each when its turn comes.
 */
async function* keysUnder(
  folder: BlobFolder,
  base: string,
  range: { prefix: string; after: string },
): AsyncGenerator<string> {
  const { prefix, after } = range;
  const names = await readdir(`${folder.root}/${base}`, { withFileTypes: true }).catch(
    (error: unknown) => {
      if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return [];
      throw error;
    },
  );
  const keys = names
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .filter(({ name }) => isBlobName(name) && !isReserved(name, base === ''))
    .map((entry) => base + entry.name + (entry.isDirectory() ? '/' : ''))
    .filter((key) => key.startsWith(prefix) || (key.endsWith('/') && prefix.startsWith(key)))
    .filter((key) => byCodePoint(key, after) > 0 || (key.endsWith('/') && after.startsWith(key)))
    .sort(byCodePoint);
  for (const key of keys) {
    if (key.endsWith('/')) yield* keysUnder(folder, key, range);
    else yield key;
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

function keyOf(cursor: string, prefix: string): string {
  const key = Buffer.from(cursor, 'base64url').toString('utf8');
  try {
    assertBlobKey(key);
    if (key.startsWith(prefix)) return key;
  } catch {
    // Refused below.
  }
  throw new Failure('invalid', 'bad_cursor', 'The cursor belongs to another list');
}
