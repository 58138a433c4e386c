// A feed as DynamoDB keeps it: one item per batch of entries, under the cursor of its first, so
// that the next free cursor is a key that only one writer gets:
//   pk, sk   f#<feed>, the first entry's cursor
//   last     the last entry's cursor
//   token    of the writer's attempt, by which it knows its own item again
//   bodies   the entries; or `parts`: the partition where they are, when they are too many for
//            one item. They are written before the item, which alone makes them part of the feed.
import type { FeedEntry } from '../../../ports/feed.ts';
import type { Dynamo, Item } from '../dynamo/dynamo.ts';
import { encodeExact } from '../records/order.ts';

/** Bytes of entries in one item, of which DynamoDB takes 400 kB; an entry has 256 KiB at most. */
export const ITEM_BYTES = 300_000;

export interface Batch {
  readonly sk: string;
  readonly first: number;
  readonly last: number;
  readonly token: string;
  readonly item: Item;
}

export function feedPartition(feed: string): string {
  return `f#${encodeExact([feed])}`;
}

export function cursorKey(cursor: number): string {
  return String(cursor).padStart(16, '0');
}

export function batchOf(item: Item): Batch {
  const sk = item['sk']?.S ?? '';
  const last = Number(item['last']?.N);
  return { sk, first: Number(sk), last, token: item['token']?.S ?? '', item };
}

/** The batch's entries after the cursor, `limit` of them. */
export async function entriesOf(
  dynamo: Dynamo,
  { first, item }: Batch,
  after: number,
  limit: number,
): Promise<FeedEntry[]> {
  const skip = Math.max(0, after + 1 - first);
  const numbered = (bodies: readonly string[], offset: number) =>
    bodies.map((body, at) => ({ cursor: first + offset + at, body }));
  const parts = item['parts']?.S;
  if (parts === undefined) return numbered(textsOf(item).slice(skip, skip + limit), skip);
  const entries: FeedEntry[] = [];
  for await (const part of itemsFrom(dynamo, parts, await partAt(dynamo, parts, skip))) {
    const offset = Number(part['sk']?.S);
    const all = numbered(textsOf(part), offset);
    entries.push(...all.filter(({ cursor }) => cursor > after).slice(0, limit - entries.length));
    if (entries.length === limit) break;
  }
  return entries;
}

/** A partition's items in order, from the sort key on. */
export async function* itemsFrom(
  dynamo: Dynamo,
  pk: string,
  start?: string,
  limit?: number,
): AsyncGenerator<Item> {
  let [from, last] = [start, ''];
  for (;;) {
    const options = { ...(from === undefined ? {} : { start: from }), ...(limit && { limit }) };
    const { items, more } = await dynamo.query(pk, options);
    for (const item of items) if (item['sk']?.S !== last) yield item;
    from = items.at(-1)?.['sk']?.S;
    if (!more || from === undefined) return;
    last = from;
  }
}

/** Bodies in runs that each fit an item. */
export function split(bodies: readonly string[]): string[][] {
  const parts: string[][] = [[]];
  let room = ITEM_BYTES;
  for (const body of bodies) {
    const size = sizeOf(body);
    if (size > room && parts.at(-1)?.length) {
      parts.push([]);
      room = ITEM_BYTES;
    }
    parts.at(-1)?.push(body);
    room -= size;
  }
  return parts;
}

export function sizeOf(body: string): number {
  return Buffer.byteLength(body) + 4;
}

export function bodiesAttribute(bodies: readonly string[]): Item {
  return { bodies: { L: bodies.map((body) => ({ S: body.toWellFormed() })) } };
}

function textsOf(item: Item): string[] {
  return (item['bodies']?.L ?? []).map(({ S = '' }) => S);
}

async function partAt(dynamo: Dynamo, parts: string, offset: number): Promise<string | undefined> {
  if (offset === 0) return undefined;
  const start = cursorKey(offset);
  const { items } = await dynamo.query(parts, { start, descending: true, limit: 1 });
  return items[0]?.['sk']?.S;
}
