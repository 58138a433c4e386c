import { diagramDrawer, type Draw } from '#core/text/diagram/draw-diagram.ts';
import { highlighter } from '#core/text/highlight/highlight.ts';
import { hasDiagram, type Highlight } from '#core/text/markdown/markdown.ts';
import type { CitedSource } from '../../evidence/cited-sources.ts';
import type { SearchWords } from '../search/search-entry.ts';
import { searchFiles } from '../search/search-files.ts';
import { type SiteFile, siteView, type SiteView, type ViewSource } from '../site-view.ts';
import {
  codeMarkup,
  type PageTask,
  type RenderedPage,
  renderPage,
  type Sample,
  tookTooLong,
} from './render-page.ts';
import { sourceLines } from './source-lines.ts';
import { sourceDocument } from './templates/source.ts';

export type RenderTask =
  /** The words of all pages in the order of reading. */
  | { readonly kind: 'index'; readonly words: readonly SearchWords[] }
  | { readonly kind: 'code'; readonly sample: Sample }
  | (SiteTask & { readonly kind: 'sources'; readonly sources: readonly CitedSource[] })
  | (SiteTask & { readonly kind: 'pages'; readonly pages: readonly PageTask[] });

interface SiteTask {
  /** Names the site. */
  readonly site: string;
  readonly source: ViewSource;
}

export interface RenderResults {
  readonly index: readonly SiteFile[];
  readonly code: string;
  readonly sources: readonly string[];
  readonly pages: readonly RenderedPage[];
}

let latest: { readonly id: string; readonly view: SiteView } | undefined;
let loading: Promise<Highlight> | undefined;
let drawing: Promise<() => Draw> | undefined;

/** Rendering, as it runs beside the event loop. */
export default async function render(
  task: RenderTask,
): Promise<RenderResults[keyof RenderResults]> {
  loading ??= highlighter();
  const highlight = await loading;
  if (task.kind === 'index') return searchFiles(task.words);
  if (task.kind === 'code') return codeMarkup(task.sample, highlight);
  const { site, source } = task;
  if (latest?.id !== site) latest = { id: site, view: siteView(source) };
  const { view } = latest;
  if (task.kind === 'sources') {
    return task.sources.map((each) => sourceDocument(view, each, sourceLines(each, highlight)));
  }
  const results: RenderedPage[] = [];
  for (const page of task.pages) {
    results.push(renderPage(view, page, highlight, await drawerFor(page)));
  }
  return results;
}

/** The library is loaded by the first page that has a diagram. */
async function drawerFor(page: PageTask): Promise<Draw | undefined> {
  if (!hasDiagram(page.markdown)) return undefined;
  if (page.isUndrawn) return () => ({ problem: tookTooLong });
  drawing ??= diagramDrawer();
  return (await drawing)();
}
