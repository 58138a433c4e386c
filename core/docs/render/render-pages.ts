import { setImmediate as turn } from 'node:timers/promises';
import { hasDiagram } from '#core/text/markdown/markdown.ts';
import type { BlobVersion } from '#core/platform/ports/blobs.ts';
import { pageFile as sectionsFile, searchFile } from '../search/search-files.ts';
import type { SiteSource } from '../site/site-source.ts';
import type { ListedPage } from '../site/site-view.ts';
import type { Fragments } from './fragment-cache.ts';
import { isStopgap, type PageOutline, readOutline, readSections } from './page-result.ts';
import { inBatches, type PageRenderer, type Rendering } from './page-renderer.ts';
import { hashOf } from './render-files.ts';
import { hrefOf } from './render-page.ts';
import { allOver, inParallel } from './render-parallel.ts';

interface Work {
  readonly source: SiteSource;
  readonly site: Rendering;
  readonly version: BlobVersion;
  readonly fragments: Fragments;
  readonly renderer: PageRenderer;
  readonly fingerprint: string;
  readonly signal: AbortSignal;
}

interface Page extends ListedPage {
  readonly markdown: string;
  /** Of the markdown. */
  readonly hash: string;
  /** Of all that its fragment depends on. */
  readonly key: string;
}

export interface RenderedPage extends PageOutline {
  readonly slug: string;
  readonly hash: string;
  readonly dead: readonly string[];
}

const readsAtOnce = 32;
/** The event loop runs between. */
const checksInARow = 100;

/**
 * Puts four files of each page into the version: document, markdown, the same as a script can load
 * it, and search snippets. Pages whose text is known are not rendered again; documents that would be
 * the same are kept. Gives the pages in the order of reading, and how many documents were made.
 */
export async function renderPages(
  work: Work,
): Promise<{ pages: readonly RenderedPage[]; documents: number }> {
  const { source, site, version, fragments, renderer, fingerprint, signal } = work;
  const { view } = site;
  const outlines = new Map<string, PageOutline>();
  /** They are not cached. */
  const stopgaps = new Map<string, Uint8Array>();
  const pages: Page[] = [];
  let drawing: Promise<string> | undefined;
  let documents = 0;

  await inParallel(readsAtOnce, view.pages, async (listed) => {
    signal.throwIfAborted();
    const page = await load(listed);
    const known = await fragments.read(page.slug, page.key);
    if (known) outlines.set(page.slug, readOutline(known));
  });
  const changed = pages.filter(({ slug }) => !outlines.has(slug));
  const written = new Set<string>();
  await inBatches(changed, async (batch) => {
    const rendered = await render(batch);
    await allOver(
      batch.map(async (page, at) => {
        const { fragment, document } = rendered[at] ?? {};
        if (!fragment || !document) return;
        await write(page, fragment, document);
        written.add(page.slug);
      }),
    );
  });
  const left: Page[] = [];
  for (const page of pages) {
    if (page.number % checksInARow === 0) await turn();
    if (!written.has(page.slug) && !isKept(page)) left.push(page);
  }
  await inBatches(left, async (batch) => {
    const loaded = await allOver(batch.map(fragmentOf));
    const tasks = batch.map((page, at) => {
      const fragment = loaded[at] as Uint8Array;
      return { slug: page.slug, editUrl: editUrlOf(page), fragment, hrefs: hrefsOf(page) };
    });
    const rendered = await renderer.render(site, tasks);
    await allOver(
      batch.map((page, at) =>
        write(page, loaded[at] as Uint8Array, rendered[at]?.document as Uint8Array),
      ),
    );
  });
  return { pages: pages.map(resultOf), documents };

  async function load(listed: ListedPage): Promise<Page> {
    const { slug, title, group } = listed;
    const markdown = await source.markdown(slug);
    const hash = hashOf(markdown);
    const parts = [fingerprint, slug, title, view.groups[group]?.title, hash];
    if (hasDiagram(markdown)) parts.push(await (drawing ??= renderer.fingerprint('diagrams')));
    const key = hashOf(JSON.stringify(parts));
    return (pages[listed.number] = { ...listed, markdown, hash, key });
  }

  async function render(batch: readonly Page[]) {
    signal.throwIfAborted();
    const tasks = batch.map((page) => {
      const { slug, markdown } = page;
      return { slug, markdown, editUrl: editUrlOf(page) };
    });
    const rendered = await renderer.render(site, tasks);
    await allOver(
      batch.map(async ({ slug, key }, at) => {
        const fragment = rendered[at]?.fragment as Uint8Array;
        const outline = readOutline(fragment);
        outlines.set(slug, outline);
        if (isStopgap(outline)) stopgaps.set(slug, fragment);
        else await fragments.write(slug, key, fragment);
      }),
    );
    return rendered;
  }

  async function fragmentOf(page: Page): Promise<Uint8Array> {
    const known = stopgaps.get(page.slug) ?? (await fragments.read(page.slug, page.key));
    return known ?? ((await render([page]))[0]?.fragment as Uint8Array);
  }

  function hrefsOf({ slug }: Page) {
    const anchorsOn = (asked: string) => outlines.get(asked)?.anchors;
    const links = outlines.get(slug)?.links ?? [];
    return new Map(links.map((link) => [link, hrefOf(view, slug, link, anchorsOn)] as const));
  }

  function editUrlOf({ slug }: Page): string | null {
    return source.editUrl?.(slug) ?? null;
  }

  /** The fingerprints of the page's four files, by path. */
  function filesOf(page: Page): readonly (readonly [path: string, fingerprint: string])[] {
    const { slug, hash, key, number } = page;
    const outline = outlines.get(slug);
    const isForNow = outline && isStopgap(outline);
    return [
      [`${slug}.md`, hash],
      [`search/text.${number}.js`, hashOf(`${number} ${hash}`)],
      [`search/page.${number}.js`, hashOf(`${number} ${key} ${isForNow}`)],
      [
        `${slug}.html`,
        hashOf(
          JSON.stringify([site.id, key, isForNow, editUrlOf(page), [...hrefsOf(page).values()]]),
        ),
      ],
    ];
  }

  function isKept(page: Page): boolean {
    return filesOf(page).every(([path, own]) => version.keep(path, own));
  }

  async function write(page: Page, fragment: Uint8Array, document: Uint8Array): Promise<void> {
    signal.throwIfAborted();
    const bodies = [
      page.markdown,
      searchFile(`text.${page.number}`, page.markdown).body,
      sectionsFile(page.number, { sections: readSections(fragment) }).body,
      document,
    ];
    await allOver(
      filesOf(page).map(async ([path, own], at) => {
        if (version.keep(path, own)) return;
        if (path === `${page.slug}.html`) documents += 1;
        await version.put(path, own, bodies[at] ?? '');
      }),
    );
  }

  function resultOf(page: Page): RenderedPage {
    const outline = outlines.get(page.slug) as PageOutline;
    const dead = [...hrefsOf(page)].filter(([, href]) => href === undefined).map(([link]) => link);
    return { ...outline, slug: page.slug, hash: page.hash, dead };
  }
}
