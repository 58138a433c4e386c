import { setImmediate as turn } from 'node:timers/promises';
import type { Changes } from './render-changes.ts';
import type { Fragments } from './render-fragments.ts';
import { entriesOf, type IndexedPage, type IndexEntries } from './render-indexes.ts';
import { deadLinks, pagesAskedFor } from './render-page.ts';
import type { PageRenderer, Rendering } from './render-pages.ts';
import { allOver } from './render-parallel.ts';
import { readFragment, type PageOutline, type PageResult, type PageTask } from './render-result.ts';
import type { Staging } from './render-staging.ts';
import type { PageState, SiteState } from './render-state.ts';
import type { SiteSource } from '../site/site-source.ts';
import { pageFile as sectionsFile } from '../search/search-files.ts';
import type { SiteView } from '../site/site-view.ts';

interface Work {
  readonly source: SiteSource;
  readonly view: SiteView;
  readonly site: Rendering;
  readonly staged: Staging;
  readonly fragments: Fragments;
  readonly renderer: PageRenderer;
  /** What is published, if it is known. */
  readonly last: SiteState | undefined;
  /** The same, if its pages are made as they would be now. */
  readonly old: SiteState | undefined;
  readonly changes: Changes;
}

interface Rendered {
  /** Documents that were made. */
  readonly documents: number;
  readonly changed: ReadonlyMap<string, IndexedPage>;
  /** Of all pages, in the order of reading. */
  readonly pages: Map<string, PageState>;
}

/**
 * Writes the documents of changed pages, and of those whose links come alive or die because
 * headings of others changed; keeps the rest.
 */
export async function renderChanged(work: Work): Promise<Rendered> {
  const { source, view, site, staged, fragments, renderer, last, old, changes } = work;
  const { versions } = changes;
  const changed = new Map<string, IndexedPage>();
  const pages = new Map<string, PageState>();
  for (const { slug } of view.pages) {
    const known = old?.pages.get(slug);
    const version = versions.get(slug) ?? '';
    const empty = { slug, version, anchors: [], links: [], dead: [], isPlain: false, bytes: 0 };
    pages.set(slug, known?.version === version ? known : { ...(known ?? empty), version });
  }
  const waiting = new Set<string>();
  let documents = 0;

  await renderer.render(site, changes.slugs, load, take);
  for (const [slug, { links, dead }] of pages) {
    if (changed.has(slug) || links.length === 0) continue;
    const now = deadLinks(view, links, anchorsOf);
    if (links.some((link) => now.includes(link) !== dead.includes(link))) waiting.add(slug);
  }
  await renderer.render(site, [...waiting], reload, take);

  await turn();
  for (const { slug } of view.pages) {
    if (!changed.has(slug) && !waiting.has(slug)) staged.keep(`${slug}.html`);
    if (isTextNew(slug)) continue;
    staged.keep(`${slug}.md`);
  }
  return { documents, changed, pages };

  function isTextNew(slug: string): boolean {
    return last?.pages.get(slug)?.version !== versions.get(slug);
  }

  function anchorsOf(slug: string): readonly string[] | undefined {
    return pages.get(slug)?.anchors;
  }

  async function load(slug: string): Promise<PageTask> {
    const known = await fragments.read(slug, versions.get(slug) ?? '');
    if (known && !isTextNew(slug)) return { slug, text: { fragment: known } };
    const markdown = await source.markdown(slug);
    if (isTextNew(slug)) await staged.write(`${slug}.md`, markdown);
    return { slug, text: known ? { fragment: known } : { markdown } };
  }

  async function reload(slug: string): Promise<PageTask> {
    const known = await fragments.read(slug, versions.get(slug) ?? '');
    const text = known ? { fragment: known } : { markdown: await source.markdown(slug) };
    const links = pages.get(slug)?.links ?? [];
    const asked = pagesAskedFor(view, links).map((page) => [page, anchorsOf(page) ?? []] as const);
    return { slug, text, anchors: new Map(asked) };
  }

  async function take({ slug }: PageTask, result: PageResult): Promise<void> {
    const { outline, fragment, file } = result;
    const writing: Promise<void>[] = [];
    if (file) {
      documents += 1;
      become(slug, { dead: file.dead });
      writing.push(staged.write(`${slug}.html`, file.document));
    } else waiting.add(slug);
    if (outline) writing.push(note(slug, outline, fragment));
    await allOver(writing);
  }

  function become(slug: string, now: Partial<PageState>): void {
    const page = pages.get(slug);
    if (!page) throw new Error(`Nothing became of the page ${slug}`);
    pages.set(slug, { ...page, ...now });
  }

  async function note(
    slug: string,
    { anchors, links, isPlain, search, simple }: PageOutline,
    fragment: Uint8Array | undefined,
  ): Promise<void> {
    const version = versions.get(slug) ?? '';
    become(slug, {
      ...{ anchors, isPlain },
      links: links.filter((link) => pagesAskedFor(view, [link]).length > 0),
      // What failed may have been the machine's fault: it is tried again the next time.
      version: isPlain ? '' : version,
    });
    const before = await publishedEntries(slug);
    if (fragment && !isPlain) await fragments.write(slug, fragment, version);
    const number = view.bySlug.get(slug)?.number ?? 0;
    await staged.update([sectionsFile(number, search)]);
    changed.set(slug, { before, after: { words: search.words, simple } });
  }

  /** What the published indexes were made of. */
  async function publishedEntries(slug: string): Promise<IndexEntries | undefined> {
    const version = old?.pages.get(slug)?.version;
    const known = version === undefined ? undefined : await fragments.read(slug, version);
    return known && entriesOf(readFragment(known));
  }
}
