import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import type { ForeignEntry } from './foreign-entry.ts';

/** tar-stream keeps long names, and gzip's zeros after the end, in memory. */
const maxBytesBetweenEntries = 1024 * 1024;

/** Entries of a tar file, or of its gzip. `mostBytes` limits what is read, unpacked. */
export async function* tarEntries(
  file: string,
  { isZipped, mostBytes }: { readonly isZipped: boolean; readonly mostBytes: number },
): AsyncGenerator<ForeignEntry> {
  let read = 0;
  let nextEntry = 0;
  async function* counted(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      read += chunk.length;
      if (read > nextEntry + maxBytesBetweenEntries) throw new Error('a header is too long');
      if (read > mostBytes) throw new Error('it is too large');
      yield chunk;
    }
  }
  const bytes = createReadStream(file);
  const plain = isZipped ? pipeline(bytes, createGunzip(), () => {}) : bytes;
  const entries = extract();
  pipeline(Readable.from(counted(plain)), entries, () => {});
  try {
    for await (const entry of entries) {
      const { name, type, size = 0 } = entry.header;
      nextEntry = read + size;
      const kind = type === 'file' || type === 'contiguous-file' ? 'file' : 'other';
      let isTaken = false;
      yield {
        name,
        kind: type === 'directory' ? 'folder' : kind,
        body: async () => {
          isTaken = true;
          return Readable.from(entry);
        },
      };
      if (!isTaken) entry.resume();
    }
  } finally {
    bytes.destroy();
  }
}
