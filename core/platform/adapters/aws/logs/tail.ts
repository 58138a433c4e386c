import { Failure } from '../../../failure.ts';
import type { Feed, FeedEntry } from '../../../ports/feed.ts';
import type { LogRecord } from '../../../ports/logs.ts';
import { entryOf } from '../../rules/logs/entry-of.ts';
import type { PlacedRecord } from '../../rules/logs/plain-dialect.ts';
import { textWithin } from '../../rules/logs/text-within.ts';
import { pause, type Dynamo, type Item, type ItemKey, type Write } from '../dynamo/dynamo.ts';
import { batchOf, cursorKey, feedPartition } from '../feed/items.ts';
import { newToken } from '../records/order.ts';

/** The feed of new records; the table's stream is filtered by this name. */
export const logFeed = 'logs';

const largestEntry = 250_000;
const largestAppend = 2_500_000;
/** A transaction takes 100 items and 4 MB, and an item of the feed has up to 300 kB. */
const removedAtOnce = 10;
const maxRounds = 20;

const firstKey = cursorKey(1);
/** Without the feed's name: no append takes it for the batch before its own. */
const emptyFirst: Item = {
  pk: { S: feedPartition(logFeed) },
  sk: { S: firstKey },
  last: { N: '1' },
  bodies: { L: [] },
};

/** A record at its place in the log. */
export interface Line {
  readonly cursor: number;
  readonly record: LogRecord;
}

export interface TailItem {
  readonly key: ItemKey;
  readonly lines: readonly Line[];
  readonly bytes: number;
}

export type Tail = ReturnType<typeof tailOf>;

/** The newest records, until they are in a file. */
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
          const lines = entries.map(lineOf);
          const bytes = entries.reduce((sum, { body }) => sum + body.length, 0);
          if (lines.length > 0) yield { key: { pk, sk }, lines, bytes };
          after = sk;
        }
        more = page.more;
      }
    },

    /** Never a younger item before an older one, and the first is only emptied: a delayed append
     * would land in a place that was used. */
    async remove(keys: readonly ItemKey[]): Promise<void> {
      for (let at = 0; at < keys.length; at += removedAtOnce) {
        const writes = keys
          .slice(at, at + removedAtOnce)
          .map((key): Write => (key.sk === firstKey ? { put: emptyFirst } : { remove: key }));
        for (let round = 1; (await dynamo.transact(writes, newToken())) !== 'done'; round++) {
          if (round > maxRounds)
            throw new Failure('unavailable', 'storage_busy', 'The log is busy.');
          await pause(round);
        }
      }
    },
  };
}

export function lineOf({ cursor, body }: FeedEntry): Line {
  return { cursor, record: JSON.parse(body) as LogRecord };
}

export function recordOfLine({ cursor, record }: Line): PlacedRecord {
  return {
    entry: { ...entryOf(record), cursor },
    summary: record.type === 'webhook_summary' ? record : undefined,
  };
}
