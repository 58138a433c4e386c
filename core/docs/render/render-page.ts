import { resolveLinks } from '#core/text/markdown-finish.ts';
import { plainPage, renderMarkdown, type Heading, type Highlight } from '#core/text/markdown.ts';
import { searchEntry, type SearchEntry } from '../search/search-entry.ts';
import { simpleEntry } from '../search/search-simple.ts';
import type { SiteView } from '../site/site-view.ts';
import { pageDocument } from './templates/page.ts';

/** What the search indexes are made of. */
export interface PageEntries {
  readonly search: SearchEntry;
  readonly simple: string;
}

/** All that a page's own text gives; other pages have no part in it. */
export interface PageFragment extends PageEntries {
  readonly slug: string;
  /** Links to pages are not settled yet. */
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly links: readonly string[];
  readonly isPlain: boolean;
}

/** Beyond, the text is shown as it is: rendering takes a second for each such piece. */
export const longestPage = 1024 * 1024;
/** Quotations and lists within each other, on which the engine's time grows with the square. */
const tooDeep = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){60}/m;

export function pageFragment(
  site: SiteView,
  slug: string,
  markdown: string,
  highlight: Highlight | 'plain',
): PageFragment {
  const page = site.bySlug.get(slug);
  if (!page) throw new Error(`The plan has no page "${slug}"`);
  const { title } = page;
  const isPlain = highlight === 'plain' || markdown.length > longestPage || tooDeep.test(markdown);
  const rendered = isPlain ? plainPage(markdown) : renderMarkdown(markdown, { highlight });
  const { html, headings, links } = rendered;
  const group = site.groups[page.group]?.title ?? '';
  const search = searchEntry({ slug, title, group, html });
  return {
    slug,
    html,
    headings,
    links,
    isPlain,
    search,
    simple: simpleEntry({ slug, title, markdown }),
  };
}

/** The ids of a page's headings; undefined: not known here. */
export type AnchorsOf = (slug: string) => readonly string[] | undefined;

/** Pages whose headings decide whether one of these links is dead. */
export function pagesAskedFor(site: SiteView, links: readonly string[]): string[] {
  const asked = links.map((link) => placeOf(site, link));
  return [...new Set(asked.flatMap((place) => (place?.slug && place.anchor ? [place.slug] : [])))];
}

export interface PageFile {
  readonly document: string;
  readonly dead: readonly string[];
}

export function pageFile(site: SiteView, fragment: PageFragment, anchorsOf: AnchorsOf): PageFile {
  const { slug, headings } = fragment;
  const own = headings.map(({ id }) => id);
  const { html, dead } = resolveLinks(fragment.html, (target) =>
    hrefOf(site, target, (asked) => (asked === '' || asked === slug ? own : anchorsOf(asked))),
  );
  return { document: pageDocument(site, { slug, html, headings }), dead };
}

/** Those of the links that lead nowhere. */
export function deadLinks(
  site: SiteView,
  links: readonly string[],
  anchorsOf: AnchorsOf,
): string[] {
  return links.filter((link) => hrefOf(site, link, anchorsOf) === undefined);
}

function hrefOf(site: SiteView, target: string, anchorsOf: AnchorsOf): string | undefined {
  const place = placeOf(site, target);
  if (!place) return undefined;
  const { slug, anchor } = place;
  const file = slug === '' ? '' : `${slug}.html`;
  if (anchor === '') return file === '' ? undefined : file;
  const known = slug === 'index' ? [] : anchorsOf(slug);
  const id = [anchor, anchor.toLowerCase()].find((candidate) => known?.includes(candidate));
  return id === undefined ? undefined : `${file}#${encodeURIComponent(id)}`;
}

/** The page (empty: the same) and heading that a link means. */
function placeOf(site: SiteView, target: string): { slug: string; anchor: string } | undefined {
  const found = /^(?:(?:\.\/)?([^#?/\\:]+))?(?:#(.*))?$/.exec(target);
  if (!found) return undefined;
  const file = decoded(found[1] ?? '');
  const slug = file.replace(/\.(?:md|html)$/i, '').toLowerCase();
  const anchor = decoded(found[2] ?? '');
  if (slug !== '' && slug !== 'index' && !site.bySlug.has(slug)) return undefined;
  return { slug, anchor };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
