import { setImmediate as turn } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Blobs } from '#core/platform/ports/blobs.ts';

export interface PageState {
  readonly slug: string;
  /** Of the markdown, as version() of the source gave it or as its hash. */
  readonly version: string;
  /** The headings' ids. */
  readonly anchors: readonly string[];
  /** Links whose life depends on other pages' headings. */
  readonly links: readonly string[];
  readonly dead: readonly string[];
  readonly isPlain: boolean;
  /** Bytes of the page's part of llms-full.txt. */
  readonly bytes: number;
}

/** Another number: another version of ours wrote it, and perhaps other pages. */
const format = 2;

const head = z.object({
  format: z.literal(format),
  /** The prefix under which lies what this describes. */
  published: z.string(),
  /** Of everything that all pages depend on. */
  view: z.string(),
  /** Of everything that the files of no page depend on. */
  common: z.string(),
  /** Bytes before the first page in llms-full.txt. */
  fullHead: z.number(),
  /** Hashes of the other files, by path. */
  files: z.record(z.string(), z.string()),
});

type Head = z.output<typeof head>;
export type SiteState = Omit<Head, 'format'> & { readonly pages: ReadonlyMap<string, PageState> };

/** How pages were read: most are written again as they are. */
const lineOf = new WeakMap<PageState, string>();

const linesInARow = 500;

/** What is known of the published site, if it is of that one. */
export async function readState(
  blobs: Pick<Blobs, 'get'>,
  key: string,
  published: string | undefined,
): Promise<SiteState | undefined> {
  const found = published === undefined ? undefined : await blobs.get(key);
  if (!found) return undefined;
  try {
    const lines = new TextDecoder().decode(await bytesOf(found.body)).split('\n');
    const first = head.parse(JSON.parse(lines[0] ?? ''));
    if (first.published !== published) return undefined;
    const pages = new Map<string, PageState>();
    for (const [at, line] of lines.entries()) {
      if (at % linesInARow === 0) await turn();
      if (at === 0 || line === '') continue;
      // Whole, because the format is ours: looking at ten thousand takes longer than reading them.
      const page = JSON.parse(line) as PageState;
      pages.set(page.slug, page);
      lineOf.set(page, line);
    }
    return { ...first, pages };
  } catch {
    // Of another version of ours: everything is made anew.
    return undefined;
  }
}

export async function writeState(
  blobs: Pick<Blobs, 'put'>,
  key: string,
  { pages, ...first }: SiteState,
): Promise<void> {
  const lines = [JSON.stringify({ format, ...first })];
  for (const page of pages.values()) {
    if (lines.length % linesInARow === 0) await turn();
    lines.push(lineOf.get(page) ?? JSON.stringify(page));
  }
  await blobs.put(key, `${lines.join('\n')}\n`);
}

export async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}
