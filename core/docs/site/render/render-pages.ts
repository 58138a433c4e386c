import { pageFile as sectionsFile, searchFile } from '../search/search-files.ts';
import type { SiteSource } from '../site-source.ts';
import type { ListedPage } from '../site-view.ts';
import { inBatches, type PageRenderer, type Rendering } from './page-renderer.ts';
import { type PageOutline, readOutline, readSections } from './page-result.ts';
import { hashOf } from './render-files.ts';
import { hrefOf } from './render-page.ts';
import { allOver } from './render-parallel.ts';

interface Work {
  readonly source: SiteSource;
  readonly site: Rendering;
  readonly renderer: PageRenderer;
  readonly put: (path: string, body: string | Uint8Array) => Promise<void>;
  readonly signal: AbortSignal;
}

export interface RenderedPage extends PageOutline {
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
export async function renderPages(work: Work): Promise<readonly RenderedPage[]> {
  const { source, site, renderer, put, signal } = work;
  const { view } = site;
  const outlines = new Map<string, PageOutline>();
  const hashes = new Map<string, string>();
  const waiting: { readonly page: ListedPage; readonly fragment: Uint8Array }[] = [];

  await inBatches(view.pages, async (batch) => {
    signal.throwIfAborted();
    const tasks = await allOver(
      batch.map(async ({ slug }) => ({
        slug,
        markdown: await source.markdown(slug),
        editUrl: editUrlOf(slug),
      })),
    );
    const results = await renderer.render(site, tasks);
    await allOver(
      batch.map(async (page, at) => {
        const { markdown = '' } = tasks[at] ?? {};
        const { fragment, document } = results[at] ?? {};
        if (!fragment) throw new Error(`The page "${page.slug}" has no result`);
        outlines.set(page.slug, readOutline(fragment));
        hashes.set(page.slug, hashOf(markdown));
        if (document) await put(`${page.slug}.html`, document);
        else waiting.push({ page, fragment });
        await putTexts(page, markdown, fragment);
      }),
    );
  });

  await inBatches(waiting, async (batch) => {
    signal.throwIfAborted();
    const tasks = batch.map(({ page: { slug }, fragment }) => ({
      slug,
      editUrl: editUrlOf(slug),
      fragment,
      hrefs: hrefsOf(slug),
    }));
    const results = await renderer.render(site, tasks);
    await allOver(
      batch.map(({ page: { slug } }, at) => put(`${slug}.html`, results[at]?.document ?? '')),
    );
  });

  return view.pages.map(({ slug }) => {
    const dead = [...hrefsOf(slug)].filter(([, href]) => href === undefined).map(([link]) => link);
    return { ...(outlines.get(slug) as PageOutline), slug, hash: hashes.get(slug) ?? '', dead };
  });

  async function putTexts({ slug, number }: ListedPage, markdown: string, fragment: Uint8Array) {
    await put(`${slug}.md`, markdown);
    const text = searchFile(`text.${number}`, markdown);
    const sections = sectionsFile(number, { sections: readSections(fragment) });
    for (const { path, body } of [text, sections]) await put(path, body);
  }

  function hrefsOf(slug: string) {
    const anchorsOn = (other: string) => outlines.get(other)?.anchors;
    const links = outlines.get(slug)?.links ?? [];
    return new Map(links.map((link) => [link, hrefOf(view, slug, link, anchorsOn)] as const));
  }

  function editUrlOf(slug: string): string | null {
    return source.editUrl?.(slug) ?? null;
  }
}
