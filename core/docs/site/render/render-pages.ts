import { setImmediate as turn } from 'node:timers/promises';
import { hasDiagram } from '#core/text/markdown/markdown.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { pageFile as sectionsFile, searchFile } from '../search/search-files.ts';
import type { SiteSource } from '../site-source.ts';
import type { ListedPage, SiteView, ViewSource } from '../site-view.ts';
import { orElse, type Ask } from './beside.ts';
import { allOver, inBatches } from './parallel.ts';
import { hrefOf, pageFile, renderPage, type PageTask, type RenderedPage } from './render-page.ts';

interface Work {
  readonly source: SiteSource;
  readonly site: { readonly id: string; readonly source: ViewSource; readonly view: SiteView };
  readonly ask: Ask;
  /** Gives the hash of the body. */
  readonly put: (path: string, body: string | Uint8Array) => Promise<string>;
  readonly log: Platform['log'];
  readonly signal: AbortSignal;
}

export interface WrittenPage extends Omit<RenderedPage, 'sections' | 'document'> {
  readonly slug: string;
  /** Of the markdown. */
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
    const { markdown, editUrl } = task;
    const { sections, document, ...rest } = result;
    const path = `${slug}.html`;
    if (document instanceof Uint8Array) await put(path, document);
    else waiting.push(() => put(path, pageFile(view, { ...document, slug, editUrl }, anchorsOn)));
    const hash = await put(`${slug}.md`, markdown);
    const text = searchFile(`text.${number}`, markdown);
    for (const file of [text, sectionsFile(number, { sections })]) await put(file.path, file.body);
    pages.set(slug, { ...rest, slug, hash });
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
