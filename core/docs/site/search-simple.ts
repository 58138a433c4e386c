import type { SiteFile } from './site-view.ts';

export interface SearchableText {
  readonly slug: string;
  readonly title: string;
  /** As published in `<slug>.md`. */
  readonly markdown: string;
}

const characters = 2_000;
/** Pages per file of the form that a script tag can load. */
const pagesPerPart = 200;

/** One page of the simple index, as JSON; it may be kept with the page. */
export function simpleEntry({ slug, title, markdown }: SearchableText): string {
  return JSON.stringify({ slug, title, content: beginningOf(markdown) });
}

/** Characters, not halves of them: an emoji is one. */
function beginningOf(markdown: string): string {
  const beginning = markdown.slice(0, characters);
  if (!/[\ud800-\udfff]/.test(beginning)) return beginning;
  const whole = [...markdown.slice(0, 2 * characters)].slice(0, characters);
  return whole.join('').toWellFormed();
}

/**
 * `search-index.json`, and the same in parts that a script tag can load: from file: nothing else
 * can be read.
 */
export function simpleIndex(entries: readonly string[]): SiteFile[] {
  const files: SiteFile[] = [{ path: 'search-index.json', body: `[${entries.join(',\n')}]\n` }];
  for (let part = 0; part < partsOf(entries.length); part += 1) {
    const own = entries.slice(part * pagesPerPart, (part + 1) * pagesPerPart);
    const [before, after] = frameOf(part, entries.length);
    files.push({ path: partPath(part), body: before + own.join(',\n') + after });
  }
  return files;
}

/**
 * The published `search-index.json` with other entries for some pages, and the parts that they are
 * in. Undefined: it is not the index of so many pages. Bytes are copied, not read: of ten thousand
 * pages it has 20 MB.
 */
export function mendedIndex(
  published: Uint8Array,
  pages: number,
  entries: ReadonlyMap<number, string>,
): { readonly body: Uint8Array; readonly parts: readonly SiteFile[] } | undefined {
  const starts = [1];
  for (let at = published.indexOf(10); at !== -1; at = published.indexOf(10, at + 1)) {
    starts.push(at + 1);
  }
  if (starts.length !== pages + 1) return undefined;
  const encoder = new TextEncoder();
  const changes = [...entries].sort(([a], [b]) => a - b);

  /** Entries of the pages from one to before the other. */
  const piecesOf = (first: number, end: number): Uint8Array[] => {
    const pieces: Uint8Array[] = [];
    let from = starts[first] ?? 0;
    for (const [page, entry] of changes) {
      if (page < first || page >= end) continue;
      pieces.push(published.subarray(from, starts[page]), encoder.encode(entry));
      from = (starts[page + 1] ?? 0) - 2;
    }
    return [...pieces, published.subarray(from, (starts[end] ?? 0) - 2)];
  };
  const whole = [encoder.encode('['), ...piecesOf(0, pages), encoder.encode(']\n')];
  const changed = new Set(changes.map(([page]) => Math.floor(page / pagesPerPart)));
  const parts = [...changed].map((part) => {
    const [before, after] = frameOf(part, pages);
    const own = piecesOf(part * pagesPerPart, Math.min(pages, (part + 1) * pagesPerPart));
    const body = Buffer.concat([encoder.encode(before), ...own, encoder.encode(after)]);
    return { path: partPath(part), body };
  });
  return { body: Buffer.concat(whole), parts };
}

function partsOf(pages: number): number {
  return Math.max(1, Math.ceil(pages / pagesPerPart));
}

function partPath(part: number): string {
  return `search-index.${part}.js`;
}

function frameOf(part: number, pages: number): [before: string, after: string] {
  return [`lanternSearch("simple.${part}",[`, `],${partsOf(pages)});\n`];
}
