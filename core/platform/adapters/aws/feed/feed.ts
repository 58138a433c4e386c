import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Clock } from '../../../ports/clock.ts';
import type { Feed, FeedEntry } from '../../../ports/feed.ts';
import { assertEntries, assertPlace, feedPage } from '../../rules/feed.ts';
import { dynamo } from '../dynamo/dynamo.ts';
import { newToken } from '../records/order.ts';
import { appender } from './append.ts';
import { batchesFrom, feedPartition, newestBatch } from './items.ts';

export interface AwsFeedOptions {
  readonly client: () => Promise<DynamoDBClient>;
  /** The DynamoDB table of the deployment. */
  readonly table: string;
  readonly clock: Clock;
  /** Between looks for entries of other processes, while somebody subscribes; default 500. */
  readonly pollMilliseconds?: number;
}

/** Feeds on one DynamoDB table. To delete a feed while somebody appends to it may leave entries
 * whose cursors do not begin at 1: end the writers first. */
export function awsFeed(options: AwsFeedOptions): Feed {
  const { clock, pollMilliseconds = 500 } = options;
  const store = dynamo(options);
  const asleep = new Map<string, Set<AbortController>>();
  const appends = appender(store, (feed) => {
    for (const sleeper of asleep.get(feed) ?? []) sleeper.abort();
  });
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
      return bodies.length === 0 ? last(feed) : appends.append(feed, bodies);
    },

    async read(feed, { after = 0, limit = feedPage } = {}) {
      assertPlace({ after, limit });
      return read(feed, after, limit);
    },

    last,

    async *subscribe(feed, { after = 0, signal }) {
      assertPlace({ after });
      let cursor = after;
      while (!signal.aborted) {
        // Before the read, so that no append falls between the two.
        const woken = sleeper(asleep, feed);
        try {
          const isNew = cursor === 0 || (await last(feed)) > cursor;
          const entries = isNew ? await read(feed, cursor, feedPage) : [];
          for (const entry of entries) {
            if (signal.aborted) return;
            cursor = entry.cursor;
            yield entry;
          }
          if (entries.length > 0) continue;
          await clock.sleep(pollMilliseconds, AbortSignal.any([signal, woken.signal]));
        } finally {
          asleep.get(feed)?.delete(woken);
        }
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

    close: () => appends.finish(),
  };
}

function sleeper(asleep: Map<string, Set<AbortController>>, feed: string): AbortController {
  const mine = new AbortController();
  const all = asleep.get(feed) ?? new Set();
  asleep.set(feed, all.add(mine));
  return mine;
}
