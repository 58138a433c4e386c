import type { Highlight } from '#core/text/markdown.ts';
import {
  pageFile,
  pageFragment,
  pagesAskedFor,
  type PageEntries,
  type PageFragment,
} from './render-page.ts';
import type { SiteView } from '../site/site-view.ts';

export interface PageTask {
  readonly slug: string;
  /** What is to be rendered, or what was. */
  readonly text: { readonly markdown: string } | { readonly fragment: Uint8Array };
  /** The headings of pages that its links name; absent: a page that needs them waits for them. */
  readonly anchors?: ReadonlyMap<string, readonly string[]>;
}

/** What others ask about a page. */
export interface PageOutline extends PageEntries {
  readonly anchors: readonly string[];
  readonly links: readonly string[];
  readonly isPlain: boolean;
}

/** Texts travel as the bytes that are written in the end: they are copied, and no more. */
export interface PageResult {
  /** Absent where the other pages' headings were given: it was told before. */
  readonly outline?: PageOutline;
  /** Present when it was rendered here. */
  readonly fragment?: Uint8Array;
  /** Absent when the headings of other pages are needed first. */
  readonly file?: { readonly document: Uint8Array; readonly dead: readonly string[] };
}

const encoder = new TextEncoder();

export function renderPage(
  view: SiteView,
  { slug, text, anchors }: PageTask,
  highlight: Highlight | 'plain',
): PageResult {
  const isOwn = 'markdown' in text;
  const fragment = isOwn
    ? pageFragment(view, slug, text.markdown, highlight)
    : readFragment(text.fragment);
  const told = {
    ...(!anchors && { outline: outlineOf(fragment) }),
    ...(isOwn && { fragment: encoder.encode(JSON.stringify(fragment)) }),
  };
  if (!anchors && pagesAskedFor(view, fragment.links).length > 0) return told;
  const { document, dead } = pageFile(view, fragment, (asked) => anchors?.get(asked));
  return { ...told, file: { document: encoder.encode(document), dead } };
}

/** Of what renderPage() gave. */
export function readFragment(bytes: Uint8Array): PageFragment {
  return JSON.parse(new TextDecoder().decode(bytes)) as PageFragment;
}

function outlineOf({ headings, links, isPlain, search, simple }: PageFragment): PageOutline {
  return { anchors: headings.map(({ id }) => id), links, isPlain, search, simple };
}
