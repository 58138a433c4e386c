import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  read,
  readSync,
  type BigIntStats,
} from 'node:fs';
import { promisify } from 'node:util';
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

/** The open file and what is known of it; the caller closes it. No symlink is followed. A thread
 * would take longer than the system, which has names and small files in its cache. */
function openBlob(folder: BlobFolder, key: string) {
  if (key.endsWith(`/${fingerprintsFile}`)) return undefined;
  const path = folder.path(key);
  if (!isReal(path)) return undefined;
  const file = openPlain(path);
  if (file === undefined) return undefined;
  const stat = fstatSync(file, { bigint: true });
  if (stat.isFile()) return { file, info: infoOf(key, stat) };
  closeSync(file);
  return undefined;
}

function openPlain(path: string): number | undefined {
  try {
    // Without O_NONBLOCK a named pipe that somebody put there would hold us for ever.
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (absentCodes.includes(codeOf(error))) return undefined;
    throw error;
  }
}

export function headBlob(folder: BlobFolder, key: string): BlobInfo | undefined {
  const blob = openBlob(folder, key);
  if (blob) closeSync(blob.file);
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

export function readBlob(
  folder: BlobFolder,
  key: string,
  range: ByteRange | undefined,
): BlobContent | undefined {
  const blob = openBlob(folder, key);
  if (!blob) return undefined;
  const { file, info } = blob;
  let isStreamed = false;
  try {
    const part = range && partOf(range, info.size);
    const { first, last } = part ?? { first: 0, last: info.size - 1 };
    isStreamed = last - first + 1 > smallBody;
    const body = isStreamed
      ? streamed(file, first, last)
      : once(readPart(file, first, last - first + 1));
    return { ...info, body, ...(part && { range: part }) };
  } finally {
    if (!isStreamed) closeSync(file);
  }
}

function partOf(range: ByteRange, size: number) {
  const part = positionsOf(range, size);
  if (part) return part;
  const text = `The file has ${size} bytes`;
  throw new Failure('range', 'bad_range', text, { extra: { size } });
}

function readPart(file: number, position: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const bytes = readSync(file, buffer, filled, length - filled, position + filled);
    if (bytes === 0) throw wasCut();
    filled += bytes;
  }
  return buffer;
}

async function readChunk(file: number, position: number, length: number): Promise<Buffer> {
  const into = { buffer: Buffer.allocUnsafe(length), position };
  const { bytesRead, buffer } = await promisify(read)(file, into);
  if (bytesRead === 0) throw wasCut();
  return buffer.subarray(0, bytesRead);
}

function wasCut(): Failure {
  return new Failure('unavailable', 'storage_unavailable', 'A file was cut');
}

async function* once(content: Buffer): AsyncGenerator<Uint8Array> {
  if (content.length > 0) yield content;
}

/** Not a generator: return() before the first next() has to close the file as well. */
function streamed(file: number, first: number, last: number): AsyncIterable<Uint8Array> {
  let position = first;
  let isOpen = true;
  let reading: Promise<unknown> | undefined;
  const end = async (): Promise<IteratorReturnResult<undefined>> => {
    // The number of a closed file may be another file's a moment later.
    await reading?.catch(() => undefined);
    if (isOpen) closeSync(file);
    isOpen = false;
    return { done: true, value: undefined };
  };
  const iterator: AsyncIterator<Uint8Array> = {
    async next() {
      if (!isOpen) return end();
      try {
        const length = Math.min(chunkSize, last - position + 1);
        const chunk = onDisk(() => readChunk(file, position, length));
        reading = chunk;
        const value = await chunk;
        position += value.length;
        if (position > last) await end();
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
