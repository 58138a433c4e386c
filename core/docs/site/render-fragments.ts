import type { Blobs } from '../../platform/ports.ts';
import { hashOf } from './render-files.ts';
import { bytesOf } from './render-state.ts';
import type { SiteView } from './site-view.ts';

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
  return {
    async read(slug, version) {
      const found = await blobs.get(`${prefix}${slug}.json`);
      if (!found) return undefined;
      const bytes = await bytesOf(found.body);
      const key = new TextEncoder().encode(`${keyOf(slug, version)}\n`);
      const isThat = key.every((byte, at) => bytes[at] === byte);
      return isThat ? bytes.subarray(key.length) : undefined;
    },

    async write(slug, fragment, version) {
      const key = Buffer.from(`${keyOf(slug, version)}\n`);
      await blobs.put(`${prefix}${slug}.json`, Buffer.concat([key, fragment]));
    },
  };
}
