import * as z from 'zod/mini';
import type { Caller } from '#core/identity/rules.ts';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { eachAtMost } from '#core/text/each-at-most.ts';
import { searchProject, shownHit, siteHit } from '../site/files/read-site.ts';
import type { RankedHit } from '../site/search/search-query.ts';
import { type Listed, projects } from '../tables.ts';
import { onePerProject, readableSites } from './listing.ts';

type Needs = Pick<Platform, 'records' | 'blobs' | 'environment'>;

export const allHits = z.object({
  /** The best of these sites first, at most 20, and at most 3 of each site. */
  hits: z.array(z.extend(siteHit, { site: z.string(), owner: z.optional(z.string()) })),
  /** Sites of this answer, … */
  searched: z.int(),
  /** … and all that the caller may read. */
  sites: z.int(),
  /** Passed on as `from`, it searches the next ones. Null: there are no more. */
  next: z.nullable(z.int()),
});
export type AllHits = z.output<typeof allHits>;

/** What one question opens: so that it takes no longer where there are ten thousand sites. */
const sitesAtOnce = 200;
const filesAtOnce = 8;
const maxHits = 20;
const maxOfSite = 3;
/** Questions at once in this process. */
const maxSearches = 4;
let searches = 0;

/** The sections with these words in the sites that the caller may read, of each project in that of the
 * default branch. Sites that changed last are searched first, from the place `from` on. */
export async function searchSites(
  needs: Needs,
  caller: Caller,
  { q, from }: { readonly q: string; readonly from: number },
): Promise<AllHits> {
  const sites = onePerProject(await readableSites(needs, caller));
  const part = sites.slice(from, from + sitesAtOnce);
  if (searches >= maxSearches) {
    throw new Failure('too-many', 'busy', 'Other searches are running: try again in a moment');
  }
  searches += 1;
  const hits: { readonly site: Listed; readonly hit: RankedHit }[] = [];
  try {
    await eachAtMost(filesAtOnce, part, async (site) => {
      const own = await hitsOf(needs, site, q);
      hits.push(...own.slice(0, maxOfSite).map((hit) => ({ site, hit })));
    });
  } finally {
    searches -= 1;
  }
  const place = new Map(part.map((site, at) => [site, at]));
  hits.sort(
    (a, b) => b.hit.rank - a.hit.rank || (place.get(a.site) ?? 0) - (place.get(b.site) ?? 0),
  );
  const next = from + part.length;
  return {
    hits: hits.slice(0, maxHits).map(({ site, hit }) => {
      const { name, owner } = site;
      const isOnly = sites.every((other) => other === site || other.name !== name);
      const address = { name, ...(!isOnly && owner !== caller.username && { owner }) };
      // Readers without a session are not told who owns what.
      const isTold = caller.username !== '' || !isOnly;
      return { ...shownHit(address, hit), site: name, ...(isTold && { owner }) };
    }),
    searched: part.length,
    sites: sites.length,
    next: next < sites.length ? next : null,
  };
}

/** None of a site that is gone by now, or older than its index. */
async function hitsOf(needs: Needs, { owner, name }: Listed, q: string): Promise<RankedHit[]> {
  const project = await needs.records.get(projects, { owner, name });
  if (!project) return [];
  try {
    return await searchProject(needs, project, q, { isExact: true });
  } catch (error) {
    if (isFailure(error, 'missing') || error instanceof SyntaxError) return [];
    throw error;
  }
}
