import { crc32 } from 'node:zlib';
import type { Blobs } from '#core/platform/ports/blobs.ts';
import { hashOf } from './render-files.ts';
import { bytesOf } from './render-state.ts';
import type { SiteView } from '../site/site-view.ts';

/** What pages were rendered to, kept beside the site: a new plan needs no page rendered again. */
export interface Fragments {
  /** Absent, or of another text, title or version of ours: undefined. */
  read(slug: string, version: string): Promise<Uint8Array | undefined>;
  write(slug: string, fragment: Uint8Array, version: string): Promise<void>;
}

export function fragmentCache(
  blobs: Pick<Blobs, 'get' | 'put'>,
  prefix: string,
  view: SiteView,
  fingerprint: string,
): Fragments {
  const keyOf = (slug: string, version: string) => {
    const page = view.bySlug.get(slug);
    const group = view.groups[page?.group ?? -1]?.title;
    return hashOf(JSON.stringify([fingerprint, slug, page?.title, group, version]));
  };
  /** A power cut may leave a file of the cache torn: its sum tells. */
  const headOf = (slug: string, version: string, fragment: Uint8Array) =>
    `${keyOf(slug, version)} ${crc32(fragment).toString(36)}`;
  return {
    async read(slug, version) {
      const found = await blobs.get(`${prefix}${slug}.json`);
      if (!found) return undefined;
      const bytes = Buffer.from(await bytesOf(found.body));
      const line = bytes.indexOf(10);
      const fragment = bytes.subarray(line + 1);
      const isThat = bytes.toString('latin1', 0, line) === headOf(slug, version, fragment);
      return isThat ? fragment : undefined;
    },

    async write(slug, fragment, version) {
      const head = Buffer.from(`${headOf(slug, version, fragment)}\n`);
      await blobs.put(`${prefix}${slug}.json`, Buffer.concat([head, fragment]), { isCache: true });
    },
  };
}
