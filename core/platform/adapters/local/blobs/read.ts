import { constants, type BigIntStats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Failure } from '../../../failure.ts';
import type { BlobContent, BlobInfo, ByteRange } from '../../../ports/blobs.ts';
import type { BlobFolder } from './folder.ts';
import { fingerprintsFile } from './names.ts';
import { isReal, realPath } from '../files/durable.ts';
import { codeOf, onDisk } from '../../rules/storage-failure.ts';
import { positionsOf } from '#core/text/byte-range.ts';

/** Up to here a body is read at once: nothing stays open when nobody reads it. */
const smallBody = 256 * 1024;
const chunkSize = 256 * 1024;
const absentCodes = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO', 'EISDIR'];

export function infoOf(key: string, stat: BigIntStats): BlobInfo {
  const parts = [stat.ino, stat.size, stat.mtimeNs].map((part) => part.toString(36));
  return {
    key,
    size: Number(stat.size),
    etag: parts.join('-'),
    modified: new Date(Number(stat.mtimeMs)),
  };
}

/** The open file and what is known of it; the caller closes it. No symlink is followed. */
async function openBlob(folder: BlobFolder, key: string) {
  if (key.endsWith(`/${fingerprintsFile}`)) return undefined;
  const path = folder.path(key);
  if (!isReal(path)) return undefined;
  // Without O_NONBLOCK a named pipe that somebody put there would hold us for ever.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(path, flags).catch((error: unknown) => {
    if (absentCodes.includes(codeOf(error))) return undefined;
    throw error;
  });
  const stat = await handle?.stat({ bigint: true });
  if (handle && stat?.isFile()) return { handle, info: infoOf(key, stat) };
  await handle?.close();
  return undefined;
}

export async function headBlob(folder: BlobFolder, key: string): Promise<BlobInfo | undefined> {
  const blob = await openBlob(folder, key);
  await blob?.handle.close();
  return blob?.info;
}

/** Where links lead is only looked at, never gone to: a link that is changed meanwhile changes the
 * answer and shows nothing. */
export async function leadsOutside(
  folder: BlobFolder,
  prefix: string,
  key: string,
): Promise<boolean> {
  const [within, target] = [prefix, key].map((name) => realPath(folder.path(name)));
  return within !== undefined && target !== undefined && !target.startsWith(`${within}/`);
}

export async function readBlob(
  folder: BlobFolder,
  key: string,
  range: ByteRange | undefined,
): Promise<BlobContent | undefined> {
  const blob = await openBlob(folder, key);
  if (!blob) return undefined;
  const { handle, info } = blob;
  let isStreamed = false;
  try {
    const part = range && partOf(range, info.size);
    const { first, last } = part ?? { first: 0, last: info.size - 1 };
    isStreamed = last - first + 1 > smallBody;
    const body = isStreamed
      ? streamed(handle, first, last)
      : once(await readPart(handle, first, last - first + 1));
    return { ...info, body, ...(part && { range: part }) };
  } finally {
    if (!isStreamed) await handle.close();
  }
}

function partOf(range: ByteRange, size: number) {
  const part = positionsOf(range, size);
  if (part) return part;
  const text = `The file has ${size} bytes`;
  throw new Failure('range', 'bad_range', text, { extra: { size } });
}

async function readPart(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) throw new Failure('unavailable', 'storage_unavailable', 'A file was cut');
    filled += bytesRead;
  }
  return buffer;
}

async function* once(content: Buffer): AsyncGenerator<Uint8Array> {
  if (content.length > 0) yield content;
}

/** Not a generator: return() before the first next() has to close the file as well. */
function streamed(handle: FileHandle, first: number, last: number): AsyncIterable<Uint8Array> {
  let position = first;
  const end = async (): Promise<IteratorReturnResult<undefined>> => {
    position = last + 1;
    await handle.close();
    return { done: true, value: undefined };
  };
  const iterator: AsyncIterator<Uint8Array> = {
    async next() {
      if (position > last) return end();
      const length = Math.min(chunkSize, last - position + 1);
      try {
        const value = await onDisk(() => readPart(handle, position, length));
        position += length;
        if (position > last) await handle.close();
        return { done: false, value };
      } catch (error) {
        await end();
        throw error;
      }
    },
    return: end,
  };
  return { [Symbol.asyncIterator]: () => iterator };
}
