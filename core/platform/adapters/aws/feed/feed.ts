import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Failure } from '../../../failure.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Feed, FeedEntry } from '../../../ports/feed.ts';
import { dynamo } from '../dynamo/dynamo.ts';
import { appender, lastCursor } from './append.ts';
import { batchOf, cursorKey, entriesOf, feedPartition, itemsFrom } from './items.ts';

export interface AwsFeedOptions {
  readonly client: () => Promise<DynamoDBClient>;
  /** The DynamoDB table of the deployment. */
  readonly table: string;
  readonly clock: Clock;
  /** Between looks for entries of other processes, while somebody subscribes; default 500. */
  readonly pollMilliseconds?: number;
}

const LARGEST_ENTRY = 256 * 1024;
const PAGE = 1_000;

/** Feeds on one DynamoDB table. To delete a feed while somebody appends to it may leave entries
 * whose cursors do not begin at 1: end the writers first. */
export function awsFeed(options: AwsFeedOptions): Feed {
  const { clock, pollMilliseconds = 500 } = options;
  const store = dynamo(options);
  const asleep = new Map<string, Set<AbortController>>();
  const appends = appender(store, (feed) => {
    for (const sleeper of asleep.get(feed) ?? []) sleeper.abort();
  });

  /** `atStart`: the cursor is the last of a batch, so the next one begins right after it. */
  async function readFrom(feed: string, after: number, limit: number, atStart: boolean) {
    const pk = feedPartition(feed);
    let start = cursorKey(after + 1);
    if (!atStart) {
      const { items } = await store.query(pk, { start, descending: true, limit: 1 });
      start = items[0]?.['sk']?.S ?? start;
    }
    const entries: FeedEntry[] = [];
    for await (const item of itemsFrom(store, pk, start, Math.min(limit + 1, 100))) {
      const batch = batchOf(item);
      entries.push(...(await entriesOf(store, batch, after, limit - entries.length)));
      if (entries.length === limit) {
        return { entries, atStart: entries.at(-1)?.cursor === batch.last };
      }
    }
    return { entries, atStart: entries.length > 0 || atStart };
  }

  return {
    async append(feed, bodies) {
      if (bodies.some((body) => Buffer.byteLength(body) > LARGEST_ENTRY)) {
        throw new Failure('too-large', 'entry_too_large', 'An entry takes at most 256 KiB');
      }
      return bodies.length === 0 ? lastCursor(store, feed) : appends.append(feed, bodies);
    },

    async read(feed, { after = 0, limit = PAGE } = {}) {
      assertWhole('after', after, 0);
      assertWhole('limit', limit, 1);
      return (await readFrom(feed, after, limit, after === 0)).entries;
    },

    last: (feed) => lastCursor(store, feed),

    async *subscribe(feed, { after = 0, signal }) {
      assertWhole('after', after, 0);
      let [cursor, atStart] = [after, after === 0];
      while (!signal.aborted) {
        // Before the read, so that no append falls between the two.
        const woken = sleeper(asleep, feed);
        try {
          const page = await readFrom(feed, cursor, PAGE, atStart);
          for (const entry of page.entries) {
            if (signal.aborted) return;
            cursor = entry.cursor;
            yield entry;
          }
          atStart = page.atStart;
          if (page.entries.length > 0) continue;
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
        const { items } = await store.query(pk, { descending: true, limit: 25 });
        if (items.length === 0) return;
        for (const item of items) {
          const parts = item['parts']?.S;
          await store.delete({ pk, sk: item['sk']?.S ?? '' });
          if (parts === undefined) continue;
          for await (const part of itemsFrom(store, parts)) {
            await store.delete({ pk: parts, sk: part['sk']?.S ?? '' });
          }
        }
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

function assertWhole(name: string, value: number, least: number): void {
  if (Number.isSafeInteger(value) && value >= least) return;
  throw new Failure('invalid', 'bad_range', `${name} must be a whole number from ${least}`);
}
