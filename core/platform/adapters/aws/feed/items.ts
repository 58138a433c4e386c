// A feed as DynamoDB keeps it: one item per batch of entries, under the cursor of its first, so
// that the next free cursor is a key that only one writer gets:
//   pk, sk   f#<feed>, the first entry's cursor
//   feed     its name, for those who follow the table's stream
//   last     the last entry's cursor
//   bodies   the entries
import type { FeedEntry } from '../../../ports/feed.ts';
import { itemsBetween, type Dynamo, type Item } from '../dynamo/dynamo.ts';
import { encodeExact } from '../records/order.ts';

/** Bytes of entries in one item, of which DynamoDB takes 400 kB; an entry has 256 KiB at most. */
const itemBytes = 300_000;

export interface Batch {
  readonly sk: string;
  readonly last: number;
  readonly entries: readonly FeedEntry[];
}

export function feedPartition(feed: string): string {
  return `f#${encodeExact([feed])}`;
}

export function cursorKey(cursor: number): string {
  return String(cursor).padStart(16, '0');
}

/** The batches that hold or follow the cursor, in their order. */
export async function* batchesFrom(
  dynamo: Dynamo,
  feed: string,
  cursor: number,
  limit: number,
): AsyncGenerator<Batch> {
  // No batch begins before the first place.
  const holder = cursor > 1 ? await newestBatch(dynamo, feed, cursor) : undefined;
  const low = holder?.sk ?? cursorKey(cursor);
  const bounds = { low, high: cursorKey(Number.MAX_SAFE_INTEGER) };
  for await (const item of itemsBetween(dynamo, feedPartition(feed), bounds, limit)) {
    yield batchOf(item);
  }
}

/** The last batch that begins at the cursor or before. */
export async function newestBatch(
  dynamo: Dynamo,
  feed: string,
  cursor: number = Number.MAX_SAFE_INTEGER,
): Promise<Batch | undefined> {
  const bounds = { low: cursorKey(0), high: cursorKey(cursor), descending: true, limit: 1 };
  const { items } = await dynamo.range(feedPartition(feed), bounds);
  return items[0] && batchOf(items[0]);
}

/** The items of entries that begin after the cursor. */
export function itemsOf(feed: string, cursor: number, bodies: readonly string[]): Item[] {
  let last = cursor;
  return runsWithin(itemBytes, bodies).map((part) => {
    const key = { pk: { S: feedPartition(feed) }, sk: { S: cursorKey(last + 1) } };
    last += part.length;
    const L = part.map((body) => ({ S: body.toWellFormed() }));
    return { ...key, feed: { S: feed }, last: { N: String(last) }, bodies: { L } };
  });
}

export function batchOf(item: Item): Batch {
  const sk = item['sk']?.S ?? '';
  const bodies = item['bodies']?.L ?? [];
  const entries = bodies.map(({ S: body = '' }, at) => ({ cursor: Number(sk) + at, body }));
  return { sk, last: Number(item['last']?.N), entries };
}

/** Texts in runs of so many bytes; one that is larger is a run of its own. */
export function runsWithin(maxBytes: number, texts: readonly string[]): string[][] {
  const runs: string[][] = [];
  let room = 0;
  for (const text of texts) {
    const size = Buffer.byteLength(text) + 4;
    if (size > room) {
      runs.push([]);
      room = maxBytes;
    }
    runs.at(-1)?.push(text);
    room -= size;
  }
  return runs;
}
