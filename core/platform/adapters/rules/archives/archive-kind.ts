import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

export type ArchiveKind = 'zip' | 'tar' | 'gzip';

const headBytes = 512;
const tarMark = 257;

/** By its first bytes: names of files are a stranger's. Undefined: no archive that can be unpacked. */
export async function archiveKind(file: string): Promise<ArchiveKind | undefined> {
  const handle = await open(file, 'r');
  try {
    const head = Buffer.alloc(headBytes);
    await handle.read(head, 0, headBytes, 0);
    const start = head.toString('latin1', 0, 4);
    // The second is an empty one.
    if (start === 'PK\x03\x04' || start === 'PK\x05\x06') return 'zip';
    if (start.startsWith('\x1f\x8b\x08')) return 'gzip';
    return isTar(head) ? 'tar' : undefined;
  } finally {
    await handle.close();
  }
}

/** Whether a gzip file holds a tar file. */
export async function holdsTar(file: string): Promise<boolean> {
  const plain = pipeline(createReadStream(file), createGunzip(), () => {});
  // The first chunk is longer than a header, unless the content is shorter.
  for await (const chunk of plain) return isTar(chunk as Buffer);
  return false;
}

function isTar(head: Buffer): boolean {
  return head.toString('latin1', tarMark, tarMark + 5) === 'ustar';
}
