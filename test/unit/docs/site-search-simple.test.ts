import { expect, it } from 'vitest';
import { mendedIndex, simpleEntry, simpleIndex } from '#core/docs/site/search-simple.ts';

const entryOf = (page: number, words: string) =>
  simpleEntry({ slug: `page-${page}`, title: `Page "${page}"`, markdown: `# ü ${words}\n\n],\n[` });
const textOf = (body: string | Uint8Array) => Buffer.from(body).toString('utf8');
const bytesOf = (body: string | Uint8Array) => Buffer.from(body);

it.each([
  ['the first of one', 1, [0]],
  ['both of two', 2, [0, 1]],
  ['the last of a part', 401, [199]],
  ['the first of the last part', 401, [400]],
  ['some of several parts', 950, [3, 4, 200, 201, 399, 949]],
  ['all', 201, Array.from({ length: 201 }, (_, page) => page)],
] as const)('an index of which %s changed is as if it were made anew', (_, pages, changed) => {
  const entries = Array.from({ length: pages }, (__, page) => entryOf(page, 'before'));
  const [published, ...parts] = simpleIndex(entries);
  const changes = new Map(changed.map((page) => [page, entryOf(page, `after ${page}`)]));
  // In another order than they stand.
  const mended = mendedIndex(
    bytesOf(published?.body ?? ''),
    pages,
    new Map([...changes].reverse()),
  );
  const [anew, ...newParts] = simpleIndex(entries.map((entry, page) => changes.get(page) ?? entry));
  expect(textOf(mended?.body ?? '')).toBe(anew?.body);
  const mendedParts = new Map(mended?.parts.map(({ path, body }) => [path, textOf(body)]));
  const all = parts.map(({ path, body }) => ({ path, body: mendedParts.get(path) ?? body }));
  expect(all).toEqual(newParts);
  expect(mendedParts.size).toBe(new Set(changed.map((page) => Math.floor(page / 200))).size);
});

it('mends no index of another number of pages', () => {
  const [index] = simpleIndex([entryOf(0, 'a'), entryOf(1, 'b')]);
  const bytes = bytesOf(index?.body ?? '');
  expect(mendedIndex(bytes, 2, new Map())).toBeDefined();
  for (const pages of [0, 1, 3]) expect(mendedIndex(bytes, pages, new Map())).toBeUndefined();
  expect(mendedIndex(new Uint8Array(), 2, new Map())).toBeUndefined();
});
