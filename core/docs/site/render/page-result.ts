import type { Draw } from '#core/text/diagram/draw-diagram.ts';
import type { Diagrams, Highlight } from '#core/text/markdown/markdown.ts';
import { anchorsOf, hrefOf, needsOtherPages, pageFile, pageFragment } from './render-page.ts';
import type { PageBody, PageFragment } from './render-page.ts';
import type { Definition } from '../search/search-definitions.ts';
import type { SiteView } from '../site-view.ts';

/** Of its text, or of what its text was rendered to before, with the address of each link. */
export type PageTask = {
  readonly slug: string;
  /** See SiteSource. */
  readonly editUrl: string | null;
} & (
  | {
      readonly markdown: string;
      /** Shows diagrams as code: drawing them took too long. */
      readonly isUndrawn?: boolean;
    }
  | { readonly fragment: Uint8Array; readonly hrefs: Hrefs }
);

/** A link that leads nowhere has no address. */
export type Hrefs = ReadonlyMap<string, string | undefined>;

/** Texts travel as the bytes that are written in the end: they are copied, and no more. */
export interface PageResult {
  /** Present when it was rendered here. */
  readonly fragment?: Uint8Array;
  /** Absent when the headings of other pages are needed first. */
  readonly document?: Uint8Array;
}

/** What others ask about a page. */
export interface PageOutline {
  readonly anchors: readonly string[];
  readonly links: readonly string[];
  readonly isPlain: boolean;
  readonly diagrams: Diagrams;
  readonly words: string;
  readonly names: readonly Definition[];
  readonly simple: string;
}

const encoder = new TextEncoder();
const lineBreak = 10;

export function renderPage(
  view: SiteView,
  task: PageTask,
  highlight: Highlight | 'plain',
  draw?: Draw,
): PageResult {
  const { slug, editUrl } = task;
  if ('fragment' in task) {
    const [, , body = ''] = new TextDecoder().decode(task.fragment).split('\n');
    const { hrefs } = task;
    const own = { ...(JSON.parse(body) as PageBody), slug, editUrl };
    const document = pageFile(view, own, (link) => hrefs.get(link));
    return { document: encoder.encode(document) };
  }
  const page = pageFragment(view, slug, task.markdown, highlight, draw);
  const fragment = fragmentOf(page);
  if (page.links.some((link) => needsOtherPages(view, slug, link))) return { fragment };
  const own = anchorsOf(page);
  const document = pageFile(view, { ...page, slug, editUrl }, (link) =>
    hrefOf(view, slug, link, (asked) => (asked === slug ? own : undefined)),
  );
  return { fragment, document: encoder.encode(document) };
}

/** A line each for what others ask, for search snippets, and for the document. */
function fragmentOf(page: PageFragment): Uint8Array {
  const { html, headings, links, isPlain, diagrams, search, simple } = page;
  const { words, names, sections } = search;
  const outline: PageOutline = {
    anchors: anchorsOf(page),
    links,
    isPlain,
    diagrams,
    words,
    names,
    simple,
  };
  const body: PageBody = { html, headings };
  return encoder.encode([JSON.stringify(outline), sections, JSON.stringify(body)].join('\n'));
}

/** Why a diagram is shown as code on a page that could not be rendered with it. */
export const tookTooLong = 'Drawing took too long';

export function readOutline(fragment: Uint8Array): PageOutline {
  const end = fragment.indexOf(lineBreak);
  return JSON.parse(new TextDecoder().decode(fragment.subarray(0, end))) as PageOutline;
}

/** JSON. */
export function readSections(fragment: Uint8Array): string {
  const start = fragment.indexOf(lineBreak) + 1;
  return new TextDecoder().decode(fragment.subarray(start, fragment.indexOf(lineBreak, start)));
}
