import type { Feed } from '../../../ports/feed.ts';
import type { LogRecord } from '../../../ports/logs.ts';
import { textWithin } from '../../rules/logs/text-within.ts';
import type { Dynamo, ItemKey } from '../dynamo/dynamo.ts';
import { batchOf, feedPartition } from '../feed/items.ts';
import { newToken } from '../records/order.ts';
import { lineOf, type Line } from './segment.ts';

/** The feed of new records; the table's stream is filtered by this name. */
export const logFeed = 'logs';

const largestEntry = 250_000;
const largestAppend = 2_500_000;
/** A transaction takes 100 items and 4 MB, and an item of the feed has up to 300 kB. */
const removedAtOnce = 10;

export interface TailItem {
  readonly key: ItemKey;
  readonly lines: readonly Line[];
  readonly bytes: number;
}

export type Tail = ReturnType<typeof tailOf>;

/** The newest records, until they are in a segment. */
export function tailOf(dynamo: Dynamo, feed: Pick<Feed, 'append'>) {
  return {
    async append(records: readonly LogRecord[]): Promise<void> {
      let part: string[] = [];
      let size = 0;
      for (const record of records) {
        const text = textWithin(record, largestEntry);
        const bytes = Buffer.byteLength(text);
        if (part.length > 0 && size + bytes > largestAppend) {
          await feed.append(logFeed, part);
          part = [];
          size = 0;
        }
        part.push(text);
        size += bytes;
      }
      if (part.length > 0) await feed.append(logFeed, part);
    },

    /** In the order of appending. */
    async *items(): AsyncGenerator<TailItem> {
      const pk = feedPartition(logFeed);
      for (let after: string | undefined, more = true; more;) {
        const bounds = { low: '0', high: ':', descending: false, limit: 1_000 };
        const page = await dynamo.range(pk, { ...bounds, ...(after !== undefined && { after }) });
        for (const item of page.items) {
          const { sk, entries } = batchOf(item);
          const lines = entries.map(({ cursor, body }) => lineOf(cursor, body));
          const bytes = entries.reduce((sum, { body }) => sum + body.length, 0);
          yield { key: { pk, sk }, lines, bytes };
          after = sk;
        }
        more = page.more;
      }
    },

    async remove(keys: readonly ItemKey[]): Promise<void> {
      for (let at = 0; at < keys.length; at += removedAtOnce) {
        const writes = keys.slice(at, at + removedAtOnce).map((remove) => ({ remove }));
        await dynamo.transact(writes, newToken());
      }
    },
  };
}
