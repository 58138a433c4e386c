import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { Logs, PlacedEntry } from '../../../ports/logs.ts';
import { dayOf } from '../../rules/logs/old-days.ts';
import { batchOf } from '../feed/items.ts';
import { compaction } from './compaction.ts';
import { finder, type Found } from './find.ts';
import { logFollowers } from './followers.ts';
import { logParts, type AwsLogsOptions } from './parts.ts';
import { logFeed, recordOf } from './tail.ts';

/** The used part of a Lambda event of DynamoDB's stream: the written items. */
interface StreamEvent {
  readonly Records: readonly {
    readonly eventName?: string;
    readonly dynamodb?: { readonly NewImage?: Record<string, AttributeValue> };
  }[];
}

/** New records are a feed on DynamoDB; prune() moves them into Parquet files on S3, which DuckDB reads. */
export function awsLogs(options: AwsLogsOptions): Logs {
  const { feed, clock } = options;
  const now = () => clock.now().getTime();
  const parts = logParts(options);
  const { find, histogram } = finder(parts, now);
  const moving = compaction(parts);
  const followers = logFollowers({
    ...options,
    last: () => feed.last(logFeed),
    read: async (query, most) => entriesOf(await find(query, { most, order: 'cursor' })),
  });

  return {
    append: (records) => parts.tail.append(records),

    async search(query, { limit, offset = 0, order = 'newest', budgetMilliseconds }) {
      const until = now() + (budgetMilliseconds ?? Number.POSITIVE_INFINITY);
      const { records, ...counts } = await find(query, { most: offset + limit, order, until });
      return { ...counts, entries: entriesOf({ records: records.slice(offset) }) };
    },

    async summaries(of, limit) {
      const where = { ...of, level: 'COMPLETED' };
      const { records } = await find({ where }, { most: limit, order: 'newest' });
      return records.flatMap(({ summary }) => summary ?? []);
    },

    histogram,

    follow: (connection, query, options) => followers.follow(connection, { ...query, ...options }),
    resume: (connection) => followers.resume(connection),
    leave: (connection) => followers.leave(connection),

    async push(event) {
      const { Records } = event as StreamEvent;
      const items = Records.flatMap(({ eventName, dynamodb }) =>
        eventName === 'INSERT' && dynamodb?.NewImage ? [dynamodb.NewImage] : [],
      );
      const entries = items
        .filter((item) => item['feed']?.S === logFeed)
        .flatMap((item) => batchOf(item).entries);
      await followers.push(entries.map((entry) => recordOf(entry).entry));
    },

    async prune(limits) {
      await moving.moveTail();
      const stored = await moving.sweep(clock.now());
      await moving.merge(dayOf(now()), stored);
      await moving.removeOldDays(limits, clock.now());
    },

    // Nobody copies files into it.
    copies: async () => undefined,
    // The files are their own index.
    indexing: async () => undefined,

    close: () => parts.engine.close(),
  };
}

function entriesOf({ records }: Pick<Found, 'records'>): PlacedEntry[] {
  return records.map(({ entry }) => entry);
}
