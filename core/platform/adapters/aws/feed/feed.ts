import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Failure } from '../../../failure.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Feed, FeedEntry } from '../../../ports/feed.ts';
import { assertEntries, feedPage } from '../../rules/feed.ts';
import { dynamo, pause, type Dynamo, type Write } from '../dynamo/dynamo.ts';
import { newToken } from '../records/order.ts';
import { batchesFrom, feedPartition, itemsOf, newestBatch } from './items.ts';

export interface AwsFeedOptions {
  readonly client: () => Promise<DynamoDBClient>;
  /** The DynamoDB table of the deployment. */
  readonly table: string;
  readonly clock: Clock;
  /** Between looks for new entries, while somebody subscribes; default 500. */
  readonly pollMilliseconds?: number;
}

const maxRounds = 200;

/** Feeds on one DynamoDB table. To delete a feed while somebody appends to it may leave entries
 * whose cursors do not begin at 1: end the writers first. */
export function awsFeed(options: AwsFeedOptions): Feed {
  const { clock, pollMilliseconds = 500 } = options;
  const store = dynamo(options);
  /** The newest append of each feed: those of one process follow each other. */
  const appends = new Map<string, Promise<number>>();
  const last = async (feed: string) => (await newestBatch(store, feed))?.last ?? 0;

  async function read(feed: string, after: number, limit: number): Promise<FeedEntry[]> {
    const result: FeedEntry[] = [];
    for await (const { entries } of batchesFrom(store, feed, after + 1, Math.min(limit, 100))) {
      result.push(...entries.filter(({ cursor }) => cursor > after));
      if (result.length >= limit) break;
    }
    return result.slice(0, limit);
  }

  return {
    async append(feed, bodies) {
      assertEntries(bodies);
      if (bodies.length === 0) return last(feed);
      const before = Promise.allSettled([appends.get(feed)]);
      const own = before.then(() => appendTo(store, feed, bodies));
      appends.set(feed, own);
      return own.finally(() => {
        if (appends.get(feed) === own) appends.delete(feed);
      });
    },

    async read(feed, { after = 0, limit = feedPage } = {}) {
      return read(feed, after, limit);
    },

    last,

    async *subscribe(feed, { after = 0, signal }) {
      let cursor = after;
      while (!signal.aborted) {
        const isNew = cursor === 0 || (await last(feed)) > cursor;
        const entries = isNew ? await read(feed, cursor, feedPage) : [];
        for (const entry of entries) {
          if (signal.aborted) return;
          cursor = entry.cursor;
          yield entry;
        }
        if (entries.length === 0) await clock.sleep(pollMilliseconds, signal);
      }
    },

    // From the end, so that what a broken-off delete leaves is still a feed.
    async delete(feed) {
      const pk = feedPartition(feed);
      for (;;) {
        const bounds = { low: '0', high: ':', descending: true, limit: 25 };
        const { items } = await store.range(pk, bounds);
        if (items.length === 0) return;
        const removes = items.map((item) => ({ remove: { pk, sk: item['sk']?.S ?? '' } }));
        await store.transact(removes, newToken());
      }
    },

    async close() {
      await Promise.allSettled(appends.values());
    },
  };
}

/**
 * Returns the last cursor. The entries become visible together, in one transaction. Old
 * batches are deleted oldest first: while the batch before is there, the place after it was never
 * used, so a request that arrives late is refused instead of landing among deleted ones.
 */
async function appendTo(dynamo: Dynamo, feed: string, bodies: readonly string[]): Promise<number> {
  for (let round = 0; round < maxRounds; round++) {
    const newest = await newestBatch(dynamo, feed);
    const last = newest?.last ?? 0;
    const writes: Write[] = itemsOf(feed, last, bodies).map((item) => ({
      put: item,
      condition: 'absent',
    }));
    if (newest) {
      const check = { pk: feedPartition(feed), sk: newest.sk };
      writes.push({ check, condition: { attribute: 'feed', equals: feed } });
    }
    if ((await dynamo.transact(writes, newToken())) === 'done') return last + bodies.length;
    await pause(round);
  }
  throw new Failure('unavailable', 'storage_busy', 'The feed has too many writers. Try again.');
}
