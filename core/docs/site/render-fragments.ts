import type { Blobs } from '../../platform/ports.ts';
import { hashOf } from './render-files.ts';
import type { PageFragment } from './render-page.ts';
import { bytesOf } from './render-state.ts';
import type { SiteView } from './site-view.ts';

/** What pages were rendered to, kept beside the site: a new plan needs no page rendered again. */
export interface Fragments {
  /** Absent, or of another text, title or version of ours: undefined. */
  read(slug: string, version: string): Promise<PageFragment | undefined>;
  write(fragment: PageFragment, version: string): Promise<void>;
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
      const text = new TextDecoder().decode(await bytesOf(found.body));
      const line = text.indexOf('\n');
      if (text.slice(0, line) !== keyOf(slug, version)) return undefined;
      // Written by us, whole or not at all.
      return JSON.parse(text.slice(line + 1)) as PageFragment;
    },

    async write(fragment, version) {
      const text = `${keyOf(fragment.slug, version)}\n${JSON.stringify(fragment)}`;
      await blobs.put(`${prefix}${fragment.slug}.json`, text);
    },
  };
}
