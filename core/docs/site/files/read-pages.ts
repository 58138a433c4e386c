import * as z from 'zod/mini';
import type { Caller } from '#core/identity/rules.ts';
import { openSite, type SiteNeeds, type WantedSite } from './open-site.ts';
import { sitePath } from './site-path.ts';

export const sitePages = z.object({
  pages: z.array(z.object({ slug: z.string(), title: z.string() })),
});
export const pageText = z.object({ slug: z.string(), markdown: z.string() });

/** The pages of a published site, in the order of reading. */
export async function listPages(
  needs: SiteNeeds,
  caller: Caller,
  wanted: WantedSite,
): Promise<z.output<typeof sitePages>> {
  const site = await openSite(needs, caller, wanted);
  const index = JSON.parse(await site.read('search-index.json')) as {
    slug: string;
    title: string;
  }[];
  return { pages: index.map(({ slug, title }) => ({ slug, title })) };
}

export async function readPage(
  needs: SiteNeeds,
  caller: Caller,
  wanted: WantedSite,
  slug: string,
): Promise<z.output<typeof pageText>> {
  const site = await openSite(needs, caller, wanted);
  return { slug, markdown: await site.read(sitePath(`${slug}.md`)) };
}
