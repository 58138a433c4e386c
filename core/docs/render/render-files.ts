import { createHash } from 'node:crypto';
import type { Blobs } from '#core/platform/ports/blobs.ts';
import { llmsFullText, llmsText } from '../site/llms.ts';
import type { PageState } from './render-state.ts';
import type { SiteSource } from '../site/site-source.ts';
import type { SiteFile, SiteView } from '../site/site-view.ts';
import { sitemap } from '../site/sitemap.ts';
import { commitScript } from './templates/footer.ts';
import { landingDocument } from './templates/landing.ts';
import { notFoundDocument } from './templates/not-found.ts';

/** What was read of the tree, beside the pages. */
export function citationsFile({
  commit,
  citations,
}: Pick<SiteSource, 'commit' | 'citations'>): SiteFile {
  const body = `${JSON.stringify({ commit, citations }, null, 2)}\n`;
  return { path: 'citations.json', body };
}

/** What the list of pages makes, and the commit: of ten thousand it takes 50 ms. */
export function overviewFiles(view: SiteView): SiteFile[] {
  const files: SiteFile[] = [
    { path: 'assets/commit.js', body: commitScript(view) },
    { path: 'index.html', body: landingDocument(view) },
    { path: 'llms.txt', body: llmsText(view) },
    { path: 'sitemap.xml', body: sitemap(view) },
  ];
  // A page may have that name, and is wanted more.
  if (!view.bySlug.has('404')) files.push({ path: '404.html', body: notFoundDocument(view) });
  return files;
}

const overview = ['assets/commit.js', 'index.html', 'llms.txt', 'sitemap.xml', '404.html'];

export function isOverview(path: string): boolean {
  return overview.includes(path);
}

export function hashOf(body: string | Uint8Array): string {
  return createHash('sha256').update(body).digest('base64url');
}

interface OldText {
  readonly published: string;
  readonly fullHead: number;
  readonly pages: ReadonlyMap<string, PageState>;
}

/**
 * llms-full.txt, in pieces. Where the list of pages is the same, what has not changed comes out of
 * the published one: a large site has 80 MB of it. `told` hears how long each part is.
 */
export async function* fullText(
  blobs: Pick<Blobs, 'get'>,
  view: SiteView,
  source: SiteSource,
  isChanged: (slug: string) => boolean,
  told: (slug: string | undefined, bytes: number) => void,
  old?: OldText,
): AsyncGenerator<Uint8Array> {
  if (!old) {
    let at = -1;
    for await (const part of llmsFullText(view, (slug) => source.markdown(slug))) {
      const bytes = new TextEncoder().encode(part);
      told(view.pages[at]?.slug, bytes.length);
      at += 1;
      yield bytes;
    }
    return;
  }
  let first = 0;
  let end = old.fullHead;
  told(undefined, old.fullHead);
  for (const page of view.pages) {
    const bytes = old.pages.get(page.slug)?.bytes ?? 0;
    if (!isChanged(page.slug)) {
      told(page.slug, bytes);
      end += bytes;
      continue;
    }
    yield* range(first, end);
    const parts = llmsFullText({ ...view, pages: [page] }, (slug) => source.markdown(slug));
    await parts.next();
    const part = await parts.next();
    const text = new TextEncoder().encode(part.value as string);
    told(page.slug, text.length);
    yield text;
    first = end + bytes;
    end = first;
  }
  yield* range(first, end);

  async function* range(from: number, to: number): AsyncGenerator<Uint8Array> {
    if (to <= from || !old) return;
    const options = { range: { first: from, last: to - 1 } };
    const found = await blobs.get(`${old.published}llms-full.txt`, options);
    if (!found) throw new Error('The published llms-full.txt is gone');
    yield* found.body;
  }
}
