import { isFailure } from '#core/platform/failure.ts';
import { hasDiagram } from '#core/text/markdown/markdown.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { inParallel } from './render-parallel.ts';
import { sourceLines } from './source-lines.ts';
import { sourceDocument } from './templates/source.ts';
import { renderPage, type PageResult, type PageTask } from './page-result.ts';
import { codeMarkup, type Sample } from './shown-face.ts';
import type { RenderResults, RenderTask } from './render-work.ts';
import type { SearchWords } from '../search/search-entry.ts';
import type { CitedSource } from '../site-source.ts';
import type { SiteFile, SiteView, ViewSource } from '../site-view.ts';

/** Pages that travel together. The answer of one batch is about half a megabyte. */
const largestBatch = 8;
const batchesAtOnce = 6;
/** A page takes some milliseconds, a hostile one as long as it likes. */
const batchMilliseconds = 10_000;
const indexMilliseconds = 300_000;

const module = new URL('./render-work.ts', import.meta.url).href;

export interface Rendering {
  readonly id: string;
  readonly source: ViewSource;
  readonly view: SiteView;
}

/** Renders beside the event loop, several pages at once. */
export interface PageRenderer {
  /** Code that cannot be highlighted is shown plain. */
  code(sample: Sample): Promise<string>;
  /** The full-text index over the words of all pages. */
  index(words: readonly SearchWords[]): Promise<readonly SiteFile[]>;
  /** Documents of cited files; of one that cannot be coloured, without colours. */
  sources(site: Rendering, sources: readonly CitedSource[]): Promise<readonly string[]>;
  /** A page that cannot be rendered is tried without its diagrams, and then shows its text. */
  render(site: Rendering, pages: readonly PageTask[]): Promise<readonly PageResult[]>;
}

export function pageRenderer(
  { offload, log }: Pick<Platform, 'offload' | 'log'>,
  signal: AbortSignal,
): PageRenderer {
  return {
    code: (sample) =>
      ask<'code'>({ kind: 'code', sample }, batchMilliseconds).catch((error: unknown) => {
        if (!isFailure(error, 'upstream') || error.code === 'aborted') throw error;
        return codeMarkup(sample);
      }),
    index: (words) => ask<'index'>({ kind: 'index', words }, indexMilliseconds),
    sources: renderSources,
    render: (site, pages) => renderBatch(site, pages),
  };

  async function renderSources(site: Rendering, sources: readonly CitedSource[]) {
    const task = { kind: 'sources' as const, site: site.id, source: site.source, sources };
    try {
      return await ask<'sources'>(task, batchMilliseconds);
    } catch (error) {
      if (!isFailure(error, 'upstream') || error.code === 'aborted') throw error;
      return sources.map((each) => sourceDocument(site.view, each, sourceLines(each, undefined)));
    }
  }

  async function renderBatch(
    site: Rendering,
    pages: readonly PageTask[],
    isLast = false,
  ): Promise<readonly PageResult[]> {
    if (pages.length === 0) return [];
    const task = { kind: 'pages' as const, site: site.id, source: site.source, pages };
    try {
      return await ask<'pages'>(task, batchMilliseconds);
    } catch (error) {
      if (!isFailure(error, 'upstream') || error.code === 'aborted') throw error;
      const [only] = pages;
      if (!isLast || !only) {
        // One of them is to blame, and the others shall not suffer; or the machine is, which was
        // busy while a child began.
        return (await Promise.all(pages.map((page) => renderBatch(site, [page], true)))).flat();
      }
      if ('markdown' in only && !only.isUndrawn && hasDiagram(only.markdown)) {
        return renderBatch(site, [{ ...only, isUndrawn: true }], true);
      }
      const { code, message } = error;
      log('WARNING', 'A page is shown as plain text', { page: only.slug, code, reason: message });
      return [renderPage(site.view, only, 'plain')];
    }
  }

  function ask<Kind extends RenderTask['kind']>(
    task: RenderTask & { readonly kind: Kind },
    timeoutMilliseconds: number,
  ): Promise<RenderResults[Kind]> {
    return offload.run({ module, input: task, timeoutMilliseconds, signal });
  }
}

/** Splits the pages into batches and works on several of them at once. */
export function inBatches<Page>(
  pages: readonly Page[],
  work: (batch: readonly Page[]) => Promise<void>,
): Promise<void> {
  const size = Math.max(1, Math.min(largestBatch, Math.ceil(pages.length / 4)));
  const batches = Array.from({ length: Math.ceil(pages.length / size) }, (_, at) =>
    pages.slice(at * size, (at + 1) * size),
  );
  return inParallel(batchesAtOnce, batches, work);
}
