import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import type { Blobs } from '#core/platform/ports/blobs.ts';

/** What pages were rendered to, kept beside the site. A key is made of all that they depend on. */
export interface Fragments {
  /** Absent, or rendered from something else: undefined. */
  read(slug: string, key: string): Promise<Uint8Array | undefined>;
  write(slug: string, key: string, fragment: Uint8Array): Promise<void>;
}

export function fragmentCache(blobs: Pick<Blobs, 'get' | 'put'>, prefix: string): Fragments {
  /** The checksum finds a file that a power cut has torn. */
  const headOf = (key: string, fragment: Uint8Array) => `${key} ${crc32(fragment).toString(36)}`;
  return {
    async read(slug, key) {
      const found = await blobs.get(`${prefix}${slug}.json`);
      if (!found) return undefined;
      const bytes = await buffer(found.body);
      const line = bytes.indexOf('\n');
      const fragment = bytes.subarray(line + 1);
      return bytes.toString('latin1', 0, line) === headOf(key, fragment) ? fragment : undefined;
    },

    async write(slug, key, fragment) {
      const body = Buffer.concat([Buffer.from(`${headOf(key, fragment)}\n`), fragment]);
      await blobs.put(`${prefix}${slug}.json`, body, { isCache: true });
    },
  };
}
