import * as z from 'zod/mini';
import type { Caller } from '#core/identity/rules.ts';
import { openSite, type SiteNeeds, type WantedSite } from './open-site.ts';
import { searchIndex } from '../search/search-query.ts';

export const siteHits = z.object({
  hits: z.array(
    z.object({
      slug: z.string(),
      title: z.string(),
      group: z.string(),
      /** Of the section that has most of the words; empty: the beginning of the page. */
      heading: z.string(),
      text: z.string(),
      /** The section's address below that of the service. */
      path: z.string(),
    }),
  ),
});

/** The pages that a reader of the site would find with these words, best first. */
export async function searchSite(
  needs: SiteNeeds,
  caller: Caller,
  wanted: WantedSite,
  query: string,
): Promise<z.output<typeof siteHits>> {
  const site = await openSite(needs, caller, wanted);
  const hits = await searchIndex(async (name) => {
    const script = await site.read(`search/${name}.js`);
    // lanternSearch("<name>",<content>);
    return JSON.parse(script.slice(script.indexOf(',') + 1, script.lastIndexOf(')'))) as unknown;
  }, query);
  const base = `/docs/${encodeURIComponent(site.project.name)}/`;
  return {
    hits: hits.map(({ slug, id, group, title, heading, text }) => ({
      ...{ slug, group, title: title.join(''), heading: heading.join(''), text: text.join('') },
      path: `${base}${slug}.html${id === '' ? '' : `#${id}`}`,
    })),
  };
}
