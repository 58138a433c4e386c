import { createHash } from 'node:crypto';
import { highlighter } from '#core/text/highlight.ts';
import { renderMarkdown, type Highlight } from '#core/text/markdown.ts';
import { overviewFiles } from './render-files.ts';
import { pageFile, pageFragment } from './render-page.ts';
import { renderPage, type PageResult, type PageTask } from './page-result.ts';
import { searchFiles } from '../search/search-files.ts';
import { samplePage, sampleSource } from './render-sample.ts';
import { siteView, type SiteFile, type SiteView, type ViewSource } from '../site/site-view.ts';

export type RenderTask =
  | { readonly kind: 'fingerprint' }
  /** The words of all pages in the order of reading, a line each. */
  | { readonly kind: 'index'; readonly count: number; readonly words: Uint8Array }
  | {
      readonly kind: 'pages';
      readonly site: string;
      /** Left out where the site was told before. */
      readonly source?: ViewSource;
      readonly pages: readonly PageTask[];
    };

export type RenderResult =
  | { readonly kind: 'fingerprint'; readonly fingerprint: string }
  | { readonly kind: 'index'; readonly files: readonly SiteFile[] }
  | { readonly kind: 'unknown-site' }
  | { readonly kind: 'pages'; readonly pages: readonly PageResult[] };

let known: { readonly id: string; readonly view: SiteView } | undefined;
let loading: Promise<Highlight> | undefined;

/** Rendering, as it runs beside the event loop. */
export default async function render(task: RenderTask): Promise<RenderResult> {
  loading ??= highlighter();
  const highlight = await loading;
  if (task.kind === 'fingerprint') return { kind: 'fingerprint', fingerprint: print(highlight) };
  if (task.kind === 'index') return { kind: 'index', files: wordIndex(task.count, task.words) };
  const { site, source, pages } = task;
  if (source) known = { id: site, view: siteView(source) };
  if (known?.id !== site) return { kind: 'unknown-site' };
  const { view } = known;
  return { kind: 'pages', pages: pages.map((page) => renderPage(view, page, highlight)) };
}

/** The files that all pages make together; each page's own is written with the page. */
function wordIndex(count: number, lines: Uint8Array): SiteFile[] {
  const words = new TextDecoder().decode(lines).split('\n').slice(0, count);
  const files = searchFiles(words.map((each) => ({ words: each, sections: '""' })));
  return files.filter(({ path }) => !path.startsWith('search/page.'));
}

/** Changes when the same page would come out differently: by a newer version of ours. */
function print(highlight: Highlight): string {
  const view = siteView(sampleSource);
  const [{ slug = '' } = {}] = view.pages;
  const fragment = pageFragment(view, slug, samplePage, highlight);
  const document = pageFile(view, slug, fragment, () => undefined);
  const others = overviewFiles(view);
  const whole = JSON.stringify([fragment, document, renderMarkdown(samplePage), others]);
  return createHash('sha256').update(whole).digest('base64url');
}
