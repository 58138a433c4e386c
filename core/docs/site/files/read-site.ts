import * as z from 'zod/mini';
import type { Caller } from '#core/identity/rules.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { assertSiteName } from '../../schema.ts';
import { inPath } from '../../variant.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import type { Project } from '../../tables.ts';
import { type RankedHit, searchIndex } from '../search/search-query.ts';
import { findSite, readSiteText } from './site-file.ts';
import { sitePath } from './site-path.ts';

type SiteNeeds = Pick<Platform, 'records' | 'environment' | 'blobs'>;

interface SiteAddress {
  readonly name: string;
  readonly owner?: string | undefined;
}

/** The site of a project, for programs. */
export async function openSite(needs: SiteNeeds, caller: Caller, { name, owner }: SiteAddress) {
  assertSiteName(name);
  const project = await findSite(needs, caller, name, owner);
  if (!project) throw new Failure('missing', 'no_project', `Project '${name}' not found`);
  return {
    project,

    /** The text of a file. */
    read: (path: string) => readSiteText(needs, project, path),
  };
}

export const sitePages = z.object({
  pages: z.array(z.object({ slug: z.string(), title: z.string() })),
});
export const pageText = z.object({ slug: z.string(), markdown: z.string() });

/** The pages of a published site, in the order of reading. */
export async function listPages(
  needs: SiteNeeds,
  caller: Caller,
  address: SiteAddress,
): Promise<z.output<typeof sitePages>> {
  const site = await openSite(needs, caller, address);
  const index = JSON.parse(await site.read('search-index.json')) as {
    slug: string;
    title: string;
  }[];
  return { pages: index.map(({ slug, title }) => ({ slug, title })) };
}

export async function readPage(
  needs: SiteNeeds,
  caller: Caller,
  address: SiteAddress,
  slug: string,
): Promise<z.output<typeof pageText>> {
  const site = await openSite(needs, caller, address);
  return { slug, markdown: await site.read(sitePath(`${slug}.md`)) };
}

export const siteHit = z.object({
  slug: z.string(),
  title: z.string(),
  group: z.string(),
  /** Heading of the section that has most of the words; empty: the beginning of the page. */
  heading: z.string(),
  text: z.string(),
  /** The section's address below that of the service. */
  path: z.string(),
});
export const siteHits = z.object({ hits: z.array(siteHit) });

/** The pages that a reader of the site would find with these words, best first. */
export async function searchSite(
  needs: SiteNeeds,
  caller: Caller,
  address: SiteAddress,
  query: string,
): Promise<z.output<typeof siteHits>> {
  const { project } = await openSite(needs, caller, address);
  const hits = await searchProject(needs, project, query);
  return { hits: hits.map((each) => shownHit({ name: project.name }, each)) };
}

/** As searchSite, with what compares hits of several sites. */
export function searchProject(
  needs: Pick<Platform, 'blobs'>,
  project: Stored<Project>,
  query: string,
  options: { readonly isExact?: boolean } = {},
): Promise<RankedHit[]> {
  const load = async (name: string) => {
    const script = await readSiteText(needs, project, `search/${name}.js`);
    // lanternSearch("<name>",<content>);
    return JSON.parse(script.slice(script.indexOf(',') + 1, script.lastIndexOf(')'))) as unknown;
  };
  return searchIndex(load, query, options);
}

/** `owner`: the name alone would lead to another's. */
export function shownHit(
  { name, owner }: SiteAddress,
  { slug, id, group, title, heading, text }: RankedHit,
): z.output<typeof siteHit> {
  const query = owner === undefined ? '' : `?owner=${encodeURIComponent(owner)}`;
  return {
    slug,
    group,
    title: title.join(''),
    heading: heading.join(''),
    text: text.join(''),
    path: `/docs/${inPath(name)}/${slug}.html${query}${id === '' ? '' : `#${id}`}`,
  };
}
