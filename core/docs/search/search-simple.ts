import type { SiteFile } from '../site/site-view.ts';

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
  return [{ path: simplePath, body: [...wholeIndex(entries)].join('') }, ...simpleParts(entries)];
}

export const simplePath = 'search-index.json';

/** In pieces, because of ten thousand pages it is too much for one turn of the event loop. */
export function* wholeIndex(entries: readonly string[]): Generator<string> {
  yield '[';
  for (let at = 0; at < entries.length; at += pagesPerPart) {
    yield (at === 0 ? '' : ',\n') + entries.slice(at, at + pagesPerPart).join(',\n');
  }
  yield ']\n';
}

export function* simpleParts(entries: readonly string[]): Generator<SiteFile> {
  for (let part = 0; part < partsOf(entries.length); part += 1) {
    const own = entries.slice(part * pagesPerPart, (part + 1) * pagesPerPart);
    const [before, after] = frameOf(part, entries.length);
    yield { path: partPath(part), body: before + own.join(',\n') + after };
  }
}

export interface MendedIndex {
  /** Read it to its end first. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Those that the changed pages are in. Undefined: it was not the index of so many pages. */
  parts(): SiteFile[] | undefined;
}

/**
 * The published `search-index.json` with other entries for some pages. It passes by as bytes, piece
 * by piece: of ten thousand pages it has 20 MB.
 */
export function mendedIndex(
  published: AsyncIterable<Uint8Array>,
  pages: number,
  entries: ReadonlyMap<number, string>,
): MendedIndex {
  const encoder = new TextEncoder();
  const lines = new Map([...entries.keys()].map((page) => [partOf(page), [] as Uint8Array[]]));
  let page = 0;

  /** Pieces of lines; a line ends with `,` or `]` and a line break. */
  async function* mended(): AsyncGenerator<Uint8Array> {
    yield encoder.encode('[');
    let first = 1;
    for await (const chunk of published) {
      let from = first;
      for (let at = first; at < chunk.length;) {
        const found = chunk.indexOf(10, at);
        const end = found === -1 ? chunk.length : found + 1;
        const changed = entries.get(page);
        if (changed !== undefined) {
          if (from < at) yield chunk.subarray(from, at);
          from = end;
        }
        const line =
          changed === undefined
            ? chunk.subarray(at, end)
            : encoder.encode(found === -1 ? '' : `${changed}${page === pages - 1 ? ']' : ','}\n`);
        if (changed !== undefined && line.length > 0) yield line;
        // A copy: the chunk may be filled again.
        lines.get(partOf(page))?.push(new Uint8Array(line));
        if (found !== -1) page += 1;
        at = end;
      }
      if (from < chunk.length) yield chunk.subarray(from);
      first = 0;
    }
  }

  return {
    body: mended(),

    parts() {
      if (page !== pages) return undefined;
      return [...lines].map(([part, own]) => {
        const [before, after] = frameOf(part, pages);
        const text = Buffer.concat(own).subarray(0, -2);
        return {
          path: partPath(part),
          body: Buffer.concat([encoder.encode(before), text, encoder.encode(after)]),
        };
      });
    },
  };
}

function partOf(page: number): number {
  return Math.floor(page / pagesPerPart);
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
