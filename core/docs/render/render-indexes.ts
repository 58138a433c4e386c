import type { Blobs } from '#core/platform/ports/blobs.ts';
import { hashOf } from './render-files.ts';
import type { PageEntries } from './render-page.ts';
import type { PageRenderer } from './render-pages.ts';
import { inParallel } from './render-parallel.ts';
import { bytesOf, type SiteState } from './render-state.ts';
import type { Staging } from './render-staging.ts';
import { searchChanges } from '../search/search-changes.ts';
import { pageFile as sectionsFile } from '../search/search-files.ts';
import { mendedIndex, simpleParts, simplePath, wholeIndex } from '../search/search-simple.ts';
import type { SiteView } from '../site/site-view.ts';

export interface IndexEntries {
  readonly words: string;
  readonly simple: string;
}

export function entriesOf({ search, simple }: PageEntries): IndexEntries {
  return { words: search.words, simple };
}

/** The page's file of what snippets are taken from is written with the page. */
export interface IndexedPage {
  /** What was published of it. */
  readonly before: IndexEntries | undefined;
  readonly after: IndexEntries;
}

interface Indexing {
  readonly blobs: Pick<Blobs, 'get'>;
  readonly view: SiteView;
  readonly staged: Staging;
  readonly renderer: Pick<PageRenderer, 'index'>;
  readonly changed: ReadonlyMap<string, IndexedPage>;
  /** Of pages that have not changed. */
  readonly read: (slug: string) => Promise<PageEntries>;
  /** The published site, where it has the same list of pages. */
  readonly old: SiteState | undefined;
}

const readsAtOnce = 16;

/** Both search indexes. What is published is mended where that is possible. */
export async function writeIndexes(indexing: Indexing): Promise<void> {
  const { view, staged, changed, read, renderer } = indexing;
  if (await mend(indexing)) return;
  const entries: IndexEntries[] = [];
  await inParallel(readsAtOnce, view.pages.entries(), async ([at, { slug }]) => {
    const made = changed.get(slug)?.after;
    const known = made ? undefined : await read(slug);
    if (known) await staged.update([sectionsFile(at, known.search)]);
    entries[at] = made ?? entriesOf(known as PageEntries);
  });
  await writeSimple(
    staged,
    entries.map(({ simple }) => simple),
  );
  await staged.update(await renderer.index(entries.map(({ words }) => words)));
}

async function writeSimple(staged: Staging, entries: readonly string[]): Promise<void> {
  const hashes: (string | undefined)[] = [];
  for (const part of simpleParts(entries)) {
    await staged.update([part]);
    hashes.push(staged.hashes[part.path]);
  }
  await staged.updateNamed(simplePath, hashOf(hashes.join('\n')), async function* whole() {
    for (const piece of wholeIndex(entries)) yield new TextEncoder().encode(piece);
  });
}

async function mend({ blobs, view, staged, changed, old }: Indexing): Promise<boolean> {
  if (!old) return false;
  if (changed.size === 0) {
    staged.keepAll(isIndex);
    return true;
  }
  const changes = [];
  const entries = new Map<number, string>();
  for (const [slug, { before, after }] of changed) {
    const number = view.bySlug.get(slug)?.number;
    if (!before || number === undefined) return false;
    if (before.simple !== after.simple) entries.set(number, after.simple);
    changes.push({ number, before, after });
  }
  const mended = await searchChanges(async (path) => {
    const found = await blobs.get(old.published + path);
    return found && new TextDecoder().decode(await bytesOf(found.body));
  }, changes);
  if (!mended) return false;
  if (entries.size > 0 && !(await mendSimple(entries))) return false;
  await staged.update(mended);
  staged.keepAll(isIndex);
  return true;

  async function mendSimple(simple: ReadonlyMap<number, string>): Promise<boolean> {
    const found = await blobs.get(`${old?.published}${simplePath}`);
    if (!found) return false;
    const index = mendedIndex(found.body, view.pages.length, simple);
    const name = hashOf([old?.files[simplePath], ...simple].join('\n'));
    await staged.updateNamed(simplePath, name, () => index.body);
    const parts = index.parts();
    if (!parts) return false;
    await staged.update(parts);
    return true;
  }
}

function isIndex(path: string): boolean {
  return path.startsWith('search');
}
