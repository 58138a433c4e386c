import type { AttributeValue, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Clock } from '../../../ports/clock.ts';
import type { Feed } from '../../../ports/feed.ts';
import type { Logs } from '../../../ports/logs.ts';
import type { Records } from '../../../ports/records.ts';
import type { Sockets } from '../../../ports/systems/sockets.ts';
import { bucketCounter } from '../../rules/logs/buckets.ts';
import { s3Objects, type Bucket } from '../blobs/objects.ts';
import { dynamo } from '../dynamo/dynamo.ts';
import { batchOf } from '../feed/items.ts';
import { compact, dayOf, merge, removeOldDays, sweep } from './compaction.ts';
import { finder, placed } from './find.ts';
import { logFollowers } from './followers.ts';
import { segmentStore, upToDate } from './segments.ts';
import { lineOf } from './segment.ts';
import { logFeed, tailOf } from './tail.ts';

export interface AwsLogsOptions extends Bucket {
  readonly client: () => Promise<DynamoDBClient>;
  /** The DynamoDB table of the deployment. */
  readonly table: string;
  readonly feed: Pick<Feed, 'append' | 'last'>;
  readonly records: Records;
  readonly sockets: Pick<Sockets, 'send'>;
  readonly clock: Clock;
}

/** The used part of a Lambda event of DynamoDB's stream: the written items. */
interface StreamEvent {
  readonly Records: readonly {
    readonly eventName?: string;
    readonly dynamodb?: { readonly NewImage?: Record<string, AttributeValue> };
  }[];
}

/** New records are a feed on DynamoDB; prune() moves them into segments on S3. */
export function awsLogs(options: AwsLogsOptions): Logs {
  const { feed, clock } = options;
  const store = dynamo(options);
  const objects = s3Objects(options);
  const tail = tailOf(store, feed);
  const segments = segmentStore(store, objects);
  const now = () => clock.now().getTime();
  const find = finder(tail, segments, now);
  const followers = logFollowers({
    ...options,
    last: () => feed.last(logFeed),
    read: (query, most) =>
      upToDate(async () => {
        const { hits } = await find(query, { most, order: 'cursor' });
        return Promise.all(hits.map(async (hit) => placed(await hit.line())));
      }),
  });

  return {
    append: (records) => tail.append(records),

    search: (query, { limit, offset = 0, order = 'newest', budgetMilliseconds }) =>
      upToDate(async () => {
        const until = budgetMilliseconds === undefined ? undefined : now() + budgetMilliseconds;
        const { hits, ...counts } = await find(query, {
          most: offset + limit,
          order,
          ...(until !== undefined && { until }),
        });
        const page = hits.slice(offset);
        return {
          ...counts,
          entries: await Promise.all(page.map(async (hit) => placed(await hit.line()))),
        };
      }),

    summaries: (of, limit) =>
      upToDate(async () => {
        const where = { ...of, level: 'COMPLETED' };
        const { hits } = await find({ where }, { most: limit, order: 'newest' });
        const lines = await Promise.all(hits.map((hit) => hit.line()));
        return lines.flatMap(({ record }) => (record.type === 'webhook_summary' ? [record] : []));
      }),

    histogram: (query, buckets) =>
      upToDate(async () => {
        const counter = bucketCounter(query, buckets);
        await find(query, { most: 0, order: 'newest', each: counter.add });
        return counter.buckets();
      }),

    follow: (connection, query) => followers.follow(connection, query),
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
      await followers.push(entries.map(({ cursor, body }) => placed(lineOf(cursor, body))));
    },

    async prune(limits) {
      const parts = { tail, segments };
      await compact(parts);
      await merge(parts, dayOf(now()));
      await removeOldDays(parts, limits, clock.now());
      await sweep(parts, objects, clock.now());
    },

    // Nobody copies files into it.
    copies: async () => undefined,
    // Segments hold their index.
    indexing: async () => undefined,

    async close() {},
  };
}
