import { setImmediate as turn } from 'node:timers/promises';
import { type Failure, isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { eachAtMost } from '#core/text/each-at-most.ts';
import { hasDiagram } from '#core/text/markdown/markdown.ts';
import { asEarlier, earlierFile } from '../earlier-pages.ts';
import { searchFile, pageFile as sectionsFile } from '../search/search-files.ts';
import type { SiteSource } from '../site-source.ts';
import type { ListedPage, SiteView, ViewSource } from '../site-view.ts';
import { hrefOf, pageFile, type PageTask, type RenderedPage, renderPage } from './render-page.ts';
import type { RenderResults, RenderTask } from './render-work.ts';

const module = new URL('./render-work.ts', import.meta.url).href;
/** A page takes some milliseconds, a hostile one as long as it likes. */
const batchMilliseconds = 30_000;
const indexMilliseconds = 300_000;

type Ask = <Kind extends RenderTask['kind']>(
  task: RenderTask & { readonly kind: Kind },
) => Promise<RenderResults[Kind]>;

/** Renders beside the event loop. */
export function askBeside({ offload }: Pick<Platform, 'offload'>, signal: AbortSignal): Ask {
  return (task) => {
    const timeoutMilliseconds = task.kind === 'index' ? indexMilliseconds : batchMilliseconds;
    return offload.run({ module, input: task, timeoutMilliseconds, signal });
  };
}

/** What cannot be rendered beside the event loop is shown in a simpler way. */
export function orElse<Result>(
  work: Promise<Result>,
  simpler: (failure: Failure) => Result | Promise<Result>,
): Promise<Result> {
  return work.catch((error: unknown) => {
    if (!isFailure(error, 'upstream') || error.code === 'aborted') throw error;
    return simpler(error);
  });
}

/** Items that travel together: what a batch of pages gives is about half a megabyte. */
const maxBatch = 8;
const batchesAtOnce = 6;

/** Splits the items into batches and works on several of them at once. */
export function inBatches<Item>(
  items: readonly Item[],
  work: (batch: readonly Item[]) => Promise<void>,
): Promise<void> {
  const size = Math.max(1, Math.min(maxBatch, Math.ceil(items.length / 4)));
  const batches = Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );
  return eachAtMost(batchesAtOnce, batches, work);
}

/** As Promise.all, but an error is thrown only when all is over: what is cleared away then stays
 * away. */
async function allOver<Result>(work: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

interface Work {
  readonly source: SiteSource;
  readonly site: { readonly id: string; readonly source: ViewSource; readonly view: SiteView };
  readonly ask: Ask;
  /** Gives the hash of the body. */
  readonly put: (path: string, body: string | Uint8Array) => Promise<string>;
  readonly log: Platform['log'];
  readonly signal: AbortSignal;
}

interface WrittenPage extends Omit<RenderedPage, 'sections' | 'document'> {
  readonly slug: string;
  /** Hash of the markdown. */
  readonly hash: string;
  readonly dead: readonly string[];
}

/**
 * Puts four files of each page: document, markdown, the same as a script can load it, and search
 * snippets. Documents that link to headings of other pages come last. Gives the pages in the order
 * of reading.
 */
export async function renderPages(work: Work): Promise<readonly WrittenPage[]> {
  const { source, put, signal } = work;
  const { view } = work.site;
  const pages = new Map<string, Omit<WrittenPage, 'dead'>>();
  const waiting: (() => Promise<unknown>)[] = [];
  const anchorsOn = (slug: string) => pages.get(slug)?.anchors;

  await inBatches(view.pages, async (batch) => {
    signal.throwIfAborted();
    const tasks = await allOver(
      batch.map(async ({ slug }) => {
        const markdown = await source.markdown(slug);
        return { slug, markdown, editUrl: source.editUrl?.(slug) ?? null };
      }),
    );
    const results = await renderBatch(work, tasks);
    await allOver(batch.map((page, at) => write(page, tasks[at], results[at])));
  });

  await inBatches([...(source.earlier ?? [])], async (batch) => {
    const tasks = batch.map(([slug, markdown]) => {
      return { slug, markdown: asEarlier(markdown), editUrl: null, isEarlier: true };
    });
    const results = await renderBatch(work, tasks);
    for (const [at, [slug, markdown]] of batch.entries()) {
      await put(earlierFile(slug), markdown);
      await putDocument(`${slug}.earlier.html`, tasks[at], results[at]);
    }
  });

  for (const writeDocument of waiting) {
    signal.throwIfAborted();
    await turn();
    await writeDocument();
  }

  return view.pages.map(({ slug }) => {
    const page = pages.get(slug) as WrittenPage;
    const isDead = (link: string) => hrefOf(view, slug, link, anchorsOn) === undefined;
    return { ...page, dead: [...new Set(page.links)].filter(isDead) };
  });

  async function write({ slug, number }: ListedPage, task?: PageTask, result?: RenderedPage) {
    if (!task || !result) throw new Error(`The page "${slug}" has no result`);
    const { markdown } = task;
    const { sections, document: _document, ...rest } = result;
    await putDocument(`${slug}.html`, task, result);
    const hash = await put(`${slug}.md`, markdown);
    const text = searchFile(`text.${number}`, markdown);
    for (const file of [text, sectionsFile(number, { sections })]) await put(file.path, file.body);
    pages.set(slug, { ...rest, slug, hash });
  }

  async function putDocument(path: string, task?: PageTask, result?: RenderedPage) {
    if (!task || !result) throw new Error(`The file "${path}" has no result`);
    const { document } = result;
    if (document instanceof Uint8Array) await put(path, document);
    else waiting.push(() => put(path, pageFile(view, { ...document, ...task }, anchorsOn)));
  }
}

/** A page that cannot be rendered is tried without its diagrams, and then shows its text. */
function renderBatch(
  work: Work,
  pages: readonly PageTask[],
  isLast = false,
): Promise<readonly RenderedPage[]> {
  const { ask, log, site } = work;
  const { id, source, view } = site;
  const [only] = pages;
  return orElse(ask({ kind: 'pages', site: id, source, pages }), async ({ code, message }) => {
    if (!isLast || !only) {
      // One of them is to blame, and the others shall not suffer; or the machine is, which was
      // busy while a child began.
      return (await Promise.all(pages.map((page) => renderBatch(work, [page], true)))).flat();
    }
    if (!only.isUndrawn && hasDiagram(only.markdown)) {
      return renderBatch(work, [{ ...only, isUndrawn: true }], true);
    }
    log('WARNING', 'A page is shown as plain text', { page: only.slug, code, reason: message });
    return [renderPage(view, only, 'plain')];
  });
}
