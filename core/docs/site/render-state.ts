import { setImmediate as turn } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Blobs } from '../../platform/ports.ts';

const pageState = z.object({
  slug: z.string(),
  /** Of the markdown, as version() of the source gave it or as its hash. */
  version: z.string(),
  /** The headings' ids. */
  anchors: z.array(z.string()),
  /** Links whose life depends on other pages' headings. */
  links: z.array(z.string()),
  dead: z.array(z.string()),
  isPlain: z.boolean(),
  /** Bytes of the page's part of llms-full.txt. */
  bytes: z.number(),
});

const head = z.object({
  /** The prefix under which lies what this describes. */
  published: z.string(),
  /** Of everything that all pages depend on. */
  view: z.string(),
  /** Bytes before the first page in llms-full.txt. */
  fullHead: z.number(),
  /** Hashes of the other files, by path. */
  files: z.record(z.string(), z.string()),
});

export type PageState = z.output<typeof pageState>;
export type SiteState = z.output<typeof head> & { readonly pages: ReadonlyMap<string, PageState> };

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
      const page = pageState.parse(JSON.parse(line));
      pages.set(page.slug, page);
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
  const lines = [JSON.stringify(first)];
  for (const page of pages.values()) {
    if (lines.length % linesInARow === 0) await turn();
    lines.push(JSON.stringify(page));
  }
  await blobs.put(key, `${lines.join('\n')}\n`);
}

export async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}
