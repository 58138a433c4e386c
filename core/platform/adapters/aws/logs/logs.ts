import type { AttributeValue, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Clock } from '../../../ports/clock.ts';
import type { Feed } from '../../../ports/feed.ts';
import type { Logs, PlacedEntry } from '../../../ports/logs.ts';
import type { Records } from '../../../ports/records.ts';
import type { Sockets } from '../../../ports/systems/sockets.ts';
import { s3Objects, type Bucket } from '../blobs/objects.ts';
import { dynamo } from '../dynamo/dynamo.ts';
import { batchOf } from '../feed/items.ts';
import { compaction, dayOf } from './compaction.ts';
import { logEngine } from './engine.ts';
import { logFiles } from './files.ts';
import { finder, type Found } from './find.ts';
import { logFollowers } from './followers.ts';
import { localFiles } from './local-files.ts';
import { lineOf, logFeed, recordOfLine, tailOf } from './tail.ts';

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

/** New records are a feed on DynamoDB; prune() moves them into Parquet files on S3, which DuckDB reads. */
export function awsLogs(options: AwsLogsOptions): Logs {
  const { feed, clock } = options;
  const store = dynamo(options);
  const objects = s3Objects(options);
  const engine = logEngine();
  const now = () => clock.now().getTime();
  const parts = {
    engine,
    objects,
    now,
    tail: tailOf(store, feed),
    files: logFiles(store),
    local: localFiles(engine, objects),
  };
  const { find, histogram } = finder(parts);
  const moving = compaction(parts);
  const followers = logFollowers({
    ...options,
    last: () => feed.last(logFeed),
    read: async (query, most) => entriesOf(await find(query, { most, order: 'cursor' })),
  });

  return {
    append: (records) => parts.tail.append(records),

    async search(query, { limit, offset = 0, order = 'newest', budgetMilliseconds }) {
      const until = budgetMilliseconds === undefined ? undefined : now() + budgetMilliseconds;
      const { records, ...counts } = await find(query, {
        most: offset + limit,
        order,
        ...(until !== undefined && { until }),
      });
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
      await followers.push(entries.map((entry) => recordOfLine(lineOf(entry)).entry));
    },

    async prune(limits) {
      await moving.moveTail();
      await moving.merge(dayOf(now()));
      await moving.removeOldDays(limits, clock.now());
      await moving.sweep(clock.now());
    },

    // Nobody copies files into it.
    copies: async () => undefined,
    // The files are their own index.
    indexing: async () => undefined,

    close: () => engine.close(),
  };
}

function entriesOf({ records }: Pick<Found, 'records'>): PlacedEntry[] {
  return records.map(({ entry }) => entry);
}
