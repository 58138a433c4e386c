import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline as piped, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { isEntryName } from '#core/text/pack-archive.ts';

/** Writes the files of a `.tar.gz` into an empty folder. Throws for a name that leads outside or
 * occurs twice, for a link, and for a file that is cut off. */
export async function unpack(archive: AsyncIterable<Uint8Array>, folder: string): Promise<void> {
  const entries = extract();
  piped(Readable.from(archive), createGunzip(), entries, () => {});
  for await (const entry of entries) {
    const { name, type } = entry.header;
    const isFolder = type === 'directory';
    if (!isEntryName(name) || !(isFolder || type === 'file')) {
      throw new Error(`Not a file of a kept tree: ${JSON.stringify(name)} (${type})`);
    }
    const place = join(folder, name);
    await mkdir(isFolder ? place : dirname(place), { recursive: true });
    if (isFolder) entry.resume();
    // Fails if the file exists.
    else await pipeline(Readable.from(entry), createWriteStream(place, { flags: 'wx' }));
  }
}
