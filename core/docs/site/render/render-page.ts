import { codeBlock } from '#core/text/code-span.ts';
import { codeHost, rawAddress } from '#core/text/code-host.ts';
import type { Draw } from '#core/text/diagram/draw-diagram.ts';
import { resolveLinks } from '#core/text/markdown/finish.ts';
import {
  isTooHard,
  plainPage,
  renderMarkdown,
  type Diagrams,
  type Highlight,
} from '#core/text/markdown/markdown.ts';
import { assetVersion } from '../assets.ts';
import { searchEntry, type SearchEntry } from '../search/search-entry.ts';
import { simpleEntry } from '../search/search-simple.ts';
import type { ProjectFace } from '../../schema.ts';
import type { SiteSource } from '../site-source.ts';
import type { ShownFace, SiteView } from '../site-view.ts';
import { type PageContent, pageDocument } from './templates/page.ts';

export interface PageTask {
  readonly slug: string;
  readonly markdown: string;
  /** See SiteSource. */
  readonly editUrl: string | null;
  /** The last good version of a page that failed. */
  readonly isEarlier?: boolean;
  /** Shows diagrams as code: drawing them took too long. */
  readonly isUndrawn?: boolean;
}

/** What the document shows; links to pages are not settled yet. */
type PageBody = Pick<PageContent, 'html' | 'headings'>;

/** All that a page's own text gives; other pages have no part in it. */
export interface RenderedPage extends SearchEntry {
  readonly anchors: readonly string[];
  readonly links: readonly string[];
  readonly isPlain: boolean;
  readonly diagrams: Diagrams;
  /** Its entry in the simple index. */
  readonly simple: string;
  /** Without it, the headings of other pages are needed first. */
  readonly document: Uint8Array | PageBody;
}

/** Why a diagram is shown as code on a page that could not be rendered with it. */
export const tookTooLong = 'Drawing took too long';

/** Beyond, the text is shown as it is: rendering takes a second for each such piece. */
const maxPageLength = 1024 * 1024;

export function renderPage(
  site: SiteView,
  { slug, markdown, editUrl, isEarlier = false }: PageTask,
  highlight: Highlight | 'plain',
  draw?: Draw,
): RenderedPage {
  const page = site.bySlug.get(slug);
  if (!page) throw new Error(`The plan has no page "${slug}"`);
  const { title } = page;
  const isPlain = highlight === 'plain' || markdown.length > maxPageLength || isTooHard(markdown);
  const rendered = isPlain ? plainPage(markdown) : renderMarkdown(markdown, { highlight, draw });
  const { html, headings, links, diagrams } = rendered;
  const group = site.groups[page.group]?.title ?? '';
  const anchors = headings.map(({ id }) => id);
  const needsOthers = links.some((link) => needsOtherPages(site, slug, link));
  return {
    anchors,
    links,
    isPlain,
    diagrams,
    ...searchEntry({ slug, title, group, html }),
    simple: simpleEntry({ slug, title, markdown }),
    document: needsOthers
      ? { html, headings }
      : pageFile(site, { slug, editUrl, isEarlier, html, headings }, () => anchors),
  };
}

/** The page as it is written; `anchorsOn` gives the headings of pages that it links to. */
export function pageFile(
  site: SiteView,
  content: PageContent,
  anchorsOn: (slug: string) => readonly string[] | undefined,
): Uint8Array {
  const { slug } = content;
  const html = resolveLinks(content.html, (link) => hrefOf(site, slug, link, anchorsOn));
  return new TextEncoder().encode(pageDocument(site, { ...content, html }));
}

/** Whether headings of another page decide where a link leads. */
function needsOtherPages(site: SiteView, slug: string, link: string): boolean {
  const place = placeOf(site, slug, link);
  return place !== undefined && place.slug !== slug && place.anchor !== '';
}

/** A page links only to the sources that the site shows. */
const isSourceLink = /^source\/[\w.-]+\.html(?:#L\d+(?:-L\d+)?)?$/;

/** Where a link of a page leads. Nowhere: undefined. */
export function hrefOf(
  site: SiteView,
  slug: string,
  link: string,
  anchorsOn: (slug: string) => readonly string[] | undefined,
): string | undefined {
  if (isSourceLink.test(link)) return link;
  const earlier = /^([a-z0-9-]+)\.earlier\.md$/.exec(link)?.[1];
  if (earlier !== undefined && site.earlier.includes(earlier)) return `${earlier}.earlier.html`;
  const place = placeOf(site, slug, link);
  if (!place) return undefined;
  const { isNamed, anchor } = place;
  const file = isNamed ? `${place.slug}.html` : '';
  if (anchor === '') return file === '' ? undefined : file;
  const anchors = place.slug === 'index' ? [] : anchorsOn(place.slug);
  const id = [anchor, anchor.toLowerCase()].find((candidate) => anchors?.includes(candidate));
  return id === undefined ? undefined : `${file}#${encodeURIComponent(id)}`;
}

/** The page and heading that a link means. */
function placeOf(site: SiteView, own: string, link: string) {
  const match = /^(?:(?:\.\/)?([^#?/\\:]+))?(?:#(.*))?$/.exec(link);
  if (!match) return undefined;
  const file = decoded(match[1] ?? '');
  const slug = file.replace(/\.(?:md|html)$/i, '').toLowerCase();
  const anchor = decoded(match[2] ?? '');
  if (slug !== '' && slug !== 'index' && !site.bySlug.has(slug)) return undefined;
  return { slug: slug || own, anchor, isNamed: slug !== '' };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export type Sample = Pick<NonNullable<ProjectFace['sample']>, 'code' | 'language'>;

/** The face as the home shows it. `markupOf` highlights code. */
export async function shownFace(
  {
    face,
    repositoryUrl,
    commit,
    picture: file,
  }: Pick<SiteSource, 'face' | 'repositoryUrl' | 'commit' | 'picture'>,
  markupOf: (sample: Sample) => Promise<string>,
): Promise<ShownFace | null> {
  if (!face) return null;
  const { install, version, sample } = face;
  const logo = face.logo && rawAddress(repositoryUrl, commit, face.logo);
  const picture = file ? `${file.path}?v=${assetVersion(file.body)}` : null;
  const shown = { install, version, logo, picture };
  if (!sample) return { ...shown, sample: null };
  const { path, line } = sample;
  const host = codeHost(repositoryUrl, commit);
  const url = host?.isKnown ? host.link(path, line) : null;
  return { ...shown, sample: { markup: await markupOf(sample), path, line, url } };
}

/** As code is shown on pages. */
export function codeMarkup({ code, language }: Sample, highlight?: Highlight): string {
  const markdown = `${codeBlock(language, code)}\n`;
  return renderMarkdown(markdown, highlight && { highlight }).html;
}
