import { setImmediate as turn } from 'node:timers/promises';
import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { allOver, inParallel } from './render-parallel.ts';
import { renderPage, type PageResult, type PageTask } from './render-result.ts';
import type { RenderResult, RenderTask } from './render-work.ts';
import type { SiteFile, SiteView, ViewSource } from '../site/site-view.ts';

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

/** Where the pages of a site are rendered: beside the event loop, several at once. */
export interface PageRenderer {
  fingerprint(): Promise<string>;
  /** The full-text index over the words of all pages. */
  index(words: readonly string[]): Promise<readonly SiteFile[]>;
  /** Loads each page, and hands over what becomes of it as it is ready. A page that cannot be
   * rendered shows its text. */
  render(
    site: Rendering,
    slugs: readonly string[],
    load: (slug: string) => Promise<PageTask>,
    take: (task: PageTask, result: PageResult) => Promise<void>,
  ): Promise<void>;
}

const prints = new WeakMap<Platform['offload'], Promise<string>>();

export function pageRenderer(
  { offload, log }: Pick<Platform, 'offload' | 'log'>,
  signal: AbortSignal,
): PageRenderer {
  return {
    fingerprint() {
      const known = prints.get(offload);
      if (known) return known;
      const asked = ask({ kind: 'fingerprint' }, indexMilliseconds).then((result) => {
        if (result.kind !== 'fingerprint') throw new Error('No fingerprint');
        return result.fingerprint;
      });
      prints.set(offload, asked);
      asked.catch(() => prints.delete(offload));
      return asked;
    },

    async index(words) {
      const lines = await linesOf(words);
      const result = await ask(
        { kind: 'index', count: words.length, words: lines },
        indexMilliseconds,
      );
      if (result.kind !== 'index') throw new Error('No index');
      return result.files;
    },

    async render(site, slugs, load, take) {
      const size = Math.max(1, Math.min(largestBatch, Math.ceil(slugs.length / 4)));
      const batches = Array.from({ length: Math.ceil(slugs.length / size) }, (_, at) =>
        slugs.slice(at * size, (at + 1) * size),
      );
      await inParallel(batchesAtOnce, batches, async (batch) => {
        const pages = await allOver(batch.map(load));
        const results = await renderBatch(site, pages);
        await allOver(pages.map((page, at) => take(page, results[at] as PageResult)));
      });
    },
  };

  async function renderBatch(
    site: Rendering,
    pages: readonly PageTask[],
    isLast = false,
  ): Promise<readonly PageResult[]> {
    const task = { kind: 'pages' as const, site: site.id, pages };
    try {
      const time = batchMilliseconds;
      let result = await ask(task, time);
      if (result.kind === 'unknown-site')
        result = await ask({ ...task, source: site.source }, time);
      if (result.kind !== 'pages') throw new Error('Not an answer to what was asked');
      return result.pages;
    } catch (error) {
      if (!isFailure(error, 'upstream') || error.code === 'aborted') throw error;
      const [only] = pages;
      if (!isLast || !only) {
        // One of them is to blame, and the others shall not suffer; or the machine is, which was
        // busy while a child began.
        return (await Promise.all(pages.map((page) => renderBatch(site, [page], true)))).flat();
      }
      const { code, message } = error;
      log('WARNING', 'A page is shown as plain text', { page: only.slug, code, reason: message });
      return [renderPage(site.view, only, 'plain')];
    }
  }

  function ask(task: RenderTask, timeoutMilliseconds: number): Promise<RenderResult> {
    return offload.run<RenderResult>({ module, input: task, timeoutMilliseconds, signal });
  }
}

const linesInARow = 500;

/** As one block of bytes, which travels at once where ten thousand strings would not. */
async function linesOf(words: readonly string[]): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < words.length; at += linesInARow) {
    const text = words.slice(at, at + linesInARow).join('\n');
    pieces.push(new TextEncoder().encode(at === 0 ? text : `\n${text}`));
    await turn();
  }
  return Buffer.concat(pieces);
}
