import { Failure } from '../../../failure.ts';
import type { Feed, FeedEntry } from '../../../ports/feed.ts';
import type { LogRecord } from '../../../ports/logs.ts';
import { entryOf } from '../../rules/logs/entry-of.ts';
import type { PlacedRecord } from '../../rules/logs/plain-dialect.ts';
import { textWithin } from '../../rules/logs/text-within.ts';
import { pause, type Dynamo, type Item, type ItemKey, type Write } from '../dynamo/dynamo.ts';
import { batchesFrom, cursorKey, feedPartition, runsWithin } from '../feed/items.ts';
import { newToken } from '../records/order.ts';

/** The feed of new records; the table's stream is filtered by this name. */
export const logFeed = 'logs';

const largestEntry = 250_000;
const largestAppend = 2_500_000;
/** A transaction takes 100 items and 4 MB, and an item of the feed has up to 300 kB. */
const removedAtOnce = 10;
const maxRounds = 20;

const pk = feedPartition(logFeed);
const firstKey = cursorKey(1);
/** Without the feed's name: no append takes it for the batch before its own. */
const emptyFirst: Item = {
  pk: { S: pk },
  sk: { S: firstKey },
  last: { N: '1' },
  bodies: { L: [] },
};

export interface TailItem {
  readonly key: ItemKey;
  readonly records: readonly PlacedRecord[];
  readonly bytes: number;
}

export type Tail = ReturnType<typeof tailOf>;

/** The newest records, until they are in a file. */
export function tailOf(dynamo: Dynamo, feed: Pick<Feed, 'append'>) {
  return {
    async append(records: readonly LogRecord[]): Promise<void> {
      const texts = records.map((record) => textWithin(record, largestEntry));
      for (const part of runsWithin(largestAppend, texts)) await feed.append(logFeed, part);
    },

    /** In the order of appending. */
    async *items(): AsyncGenerator<TailItem> {
      for await (const { sk, entries } of batchesFrom(dynamo, logFeed, 1, 1_000)) {
        if (entries.length === 0) continue;
        const bytes = entries.reduce((sum, { body }) => sum + body.length, 0);
        yield { key: { pk, sk }, records: entries.map(recordOf), bytes };
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

export function recordOf({ cursor, body }: FeedEntry): PlacedRecord {
  const record = JSON.parse(body) as LogRecord;
  return {
    entry: { ...entryOf(record), cursor },
    summary: record.type === 'webhook_summary' ? record : undefined,
  };
}
