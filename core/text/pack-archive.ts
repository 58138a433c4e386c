import { pipeline as piped, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack, type Pack } from 'tar-stream';

export interface ArchiveEntry {
  /** Relative, separated by `/`. A folder's name ends with `/`. */
  readonly name: string;
  readonly size: number;
  readonly body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** A fixed time, for the same bytes. Not 0: some tools warn about it. */
const fixedTime = new Date(Date.UTC(2000, 0, 1));

/** A `.tar.gz` with the same bytes for the same entries: no times, no owners, no links. Throws for
 * a name that leads outside and for a body of another length than announced. */
export async function* packArchive(
  entries: AsyncIterable<ArchiveEntry> | Iterable<ArchiveEntry>,
  { level }: { readonly level: number },
): AsyncGenerator<Uint8Array> {
  const tar = pack();
  // The reader of `zip` gets the error.
  const zip = piped(Readable.from(tar), createGzip({ level }), () => {});
  const feeding = feed(tar, entries);
  try {
    yield* zip;
    await feeding;
  } finally {
    tar.destroy();
    zip.destroy();
  }
}

async function feed(
  tar: Pack,
  entries: AsyncIterable<ArchiveEntry> | Iterable<ArchiveEntry>,
): Promise<void> {
  try {
    for await (const { name, size, body } of entries) {
      if (!isEntryName(name)) throw new Error(`Not a name for an archive: ${JSON.stringify(name)}`);
      const type = name.endsWith('/') ? 'directory' : 'file';
      const entry = tar.entry({ name, size, type, mtime: fixedTime });
      if (type === 'file') await pipeline(body, entry);
    }
    tar.finalize();
  } catch (error) {
    tar.destroy(error as Error);
  }
}

/** Whether every unpacker writes it inside the target folder. */
export function isEntryName(name: string): boolean {
  const parts = name.replace(/\/$/, '').split('/');
  return parts.every((part) => !['', '.', '..'].includes(part) && !part.includes('\0'));
}
