import { createHash } from 'node:crypto';
import { diagramDrawer, type Draw } from '#core/text/diagram/draw-diagram.ts';
import { highlighter } from '#core/text/highlight/highlight.ts';
import { hasDiagram, renderMarkdown, type Highlight } from '#core/text/markdown/markdown.ts';
import { overviewFiles } from './render-files.ts';
import { pageFile, pageFragment } from './render-page.ts';
import { renderPage, tookTooLong, type PageResult, type PageTask } from './page-result.ts';
import type { SearchWords } from '../search/search-entry.ts';
import { searchFiles } from '../search/search-files.ts';
import { readGlyphs } from './picture/glyphs.ts';
import { socialPicture, type Pictured } from './picture/social-picture.ts';
import { codeMarkup, type Sample } from './shown-face.ts';
import { sampleLetters, samplePicture } from './picture/sample-picture.ts';
import { sampleDiagrams, sampleFile, samplePage, sampleSource } from './render-sample.ts';
import type { CitedSource } from '../site/site-source.ts';
import { sourceLines } from './source-lines.ts';
import { sourceDocument } from './templates/source.ts';
import { siteView, type SiteFile, type SiteView, type ViewSource } from '../site/site-view.ts';

export type RenderTask =
  /** Of pages, or of the diagrams in them. */
  | { readonly kind: 'fingerprint'; readonly of: 'pages' | 'diagrams' }
  /** The words of all pages in the order of reading. */
  | { readonly kind: 'index'; readonly words: readonly SearchWords[] }
  /** The picture of links to the site, drawn with the letters of pictureLetters(). */
  | { readonly kind: 'picture'; readonly letters: Uint8Array; readonly shown: Pictured }
  | { readonly kind: 'code'; readonly sample: Sample }
  | (SiteTask & { readonly kind: 'sources'; readonly sources: readonly CitedSource[] })
  | (SiteTask & { readonly kind: 'pages'; readonly pages: readonly PageTask[] });

interface SiteTask {
  /** Names the site. */
  readonly site: string;
  readonly source: ViewSource;
}

export interface RenderResults {
  readonly fingerprint: string;
  readonly index: readonly SiteFile[];
  readonly picture: Uint8Array;
  readonly code: string;
  readonly sources: readonly string[];
  readonly pages: readonly PageResult[];
}

let known: { readonly id: string; readonly view: SiteView } | undefined;
let loading: Promise<Highlight> | undefined;
let printed: Promise<string> | undefined;
let drawing: Promise<() => Draw> | undefined;

/** Rendering, as it runs beside the event loop. */
export default async function render(
  task: RenderTask,
): Promise<RenderResults[keyof RenderResults]> {
  if (task.kind === 'picture') return socialPicture(readGlyphs(task.letters), task.shown);
  loading ??= highlighter();
  const highlight = await loading;
  if (task.kind === 'fingerprint') {
    return task.of === 'pages' ? (printed ??= print(highlight)) : printOfDiagrams();
  }
  if (task.kind === 'index') return wordIndex(task.words);
  if (task.kind === 'code') return codeMarkup(task.sample, highlight);
  const { site, source } = task;
  if (known?.id !== site) known = { id: site, view: siteView(source) };
  const { view } = known;
  if (task.kind === 'sources') {
    return task.sources.map((each) => sourceDocument(view, each, sourceLines(each, highlight)));
  }
  const results: PageResult[] = [];
  for (const page of task.pages) {
    results.push(renderPage(view, page, highlight, await drawerFor(page)));
  }
  return results;
}

/** The library is loaded by the first page that has a diagram. */
async function drawerFor(page: PageTask): Promise<Draw | undefined> {
  if (!('markdown' in page) || !hasDiagram(page.markdown)) return undefined;
  if (page.isUndrawn) return () => ({ problem: tookTooLong });
  drawing ??= diagramDrawer();
  return (await drawing)();
}

/** The files that all pages make together; each page's own is written with the page. */
function wordIndex(words: readonly SearchWords[]): SiteFile[] {
  const files = searchFiles(words.map((each) => ({ ...each, sections: '""' })));
  return files.filter(({ path }) => !path.startsWith('search/page.'));
}

/** Changes when the same page or picture would come out differently: by a newer version of ours. */
async function print(highlight: Highlight): Promise<string> {
  const view = siteView(sampleSource);
  const [{ slug = '' } = {}] = view.pages;
  const fragment = pageFragment(view, slug, samplePage, highlight);
  const document = pageFile(view, { ...fragment, slug, editUrl: '/' }, () => undefined);
  const others = overviewFiles(view);
  const source = sourceDocument(view, sampleFile, sourceLines(sampleFile, highlight));
  const picture = await socialPicture(sampleLetters, samplePicture);
  const plain = renderMarkdown(samplePage);
  return hash(JSON.stringify([fragment, document, plain, others, source, [...picture]]));
}

async function printOfDiagrams(): Promise<string> {
  drawing ??= diagramDrawer();
  const draw = (await drawing)();
  return hash(JSON.stringify(renderMarkdown(sampleDiagrams, { draw })));
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
