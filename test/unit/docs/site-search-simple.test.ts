import { expect, it } from 'vitest';
import { mendedIndex, simpleEntry, simpleIndex } from '#core/docs/search/search-simple.ts';

const entryOf = (page: number, words: string) =>
  simpleEntry({ slug: `page-${page}`, title: `Page "${page}"`, markdown: `# ü ${words}\n\n],\n[` });
const textOf = (body: string | Uint8Array) => Buffer.from(body).toString('utf8');

it.each([
  ['the first of one', 1, [0]],
  ['both of two', 2, [0, 1]],
  ['the last of a part', 401, [199]],
  ['the first of the last part', 401, [400]],
  ['some of several parts', 950, [3, 4, 200, 201, 399, 949]],
  ['all', 201, Array.from({ length: 201 }, (_, page) => page)],
] as const)(
  'an index of which %s changed is as if it were made anew',
  async (_, pages, changed) => {
    const entries = Array.from({ length: pages }, (__, page) => entryOf(page, 'before'));
    const [published, ...parts] = simpleIndex(entries);
    const changes = new Map(changed.map((page) => [page, entryOf(page, `after ${page}`)]));
    // In another order than they stand.
    const mended = mendedIndex(
      inPieces(published?.body ?? ''),
      pages,
      new Map([...changes].reverse()),
    );
    const body = await whole(mended.body);
    const [anew, ...newParts] = simpleIndex(
      entries.map((entry, page) => changes.get(page) ?? entry),
    );
    expect(body).toBe(anew?.body);
    const mendedParts = new Map(mended.parts()?.map(({ path, body }) => [path, textOf(body)]));
    const all = parts.map(({ path, body }) => ({ path, body: mendedParts.get(path) ?? body }));
    expect(all).toEqual(newParts);
    expect(mendedParts.size).toBe(new Set(changed.map((page) => Math.floor(page / 200))).size);
  },
);

it('mends no index of another number of pages', async () => {
  const [index] = simpleIndex([entryOf(0, 'a'), entryOf(1, 'b')]);
  const isMended = async (text: string | Uint8Array, pages: number) => {
    const mended = mendedIndex(inPieces(text), pages, new Map([[0, 'other']]));
    await whole(mended.body);
    return mended.parts() !== undefined;
  };
  for (const pages of [0, 1, 2, 3])
    expect(await isMended(index?.body ?? '', pages)).toBe(pages === 2);
  expect(await isMended('', 2)).toBe(false);
});

/** Cut anywhere, as a disk gives them, and the memory used again. */
async function* inPieces(text: string | Uint8Array): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0, size = 1; at < bytes.length; at += size, size = (size * 7) % 997) {
    const piece = Buffer.from(bytes.subarray(at, at + size));
    yield piece;
    piece.fill(0);
  }
}

async function whole(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of body) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString('utf8');
}
