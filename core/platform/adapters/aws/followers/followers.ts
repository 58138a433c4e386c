import * as z from 'zod/mini';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { Clock } from '../../../ports/clock.ts';
import type { Feed, FeedEntry } from '../../../ports/feed.ts';
import type { Followers } from '../../../ports/followers.ts';
import type { Records } from '../../../ports/records.ts';
import type { Sockets } from '../../../ports/sockets.ts';
import { table } from '../../../table.ts';
import { feedPage, followerMessage } from '../../rules/feed.ts';
import { eachAtMost } from '../dynamo/each-at-most.ts';
import { batchOf } from '../feed/items.ts';

/** The used part of a Lambda event of DynamoDB's stream: the written items. */
export interface StreamEvent {
  readonly Records: readonly {
    readonly eventName?: string;
    readonly dynamodb?: { readonly NewImage?: Record<string, AttributeValue> };
  }[];
}

export interface AwsFollowers extends Followers {
  /** For the function on the table's stream. It fails if a message could not be sent: the stream
   * then repeats the event. */
  push(event: StreamEvent): Promise<void>;
}

interface Needs {
  readonly records: Records;
  readonly feed: Pick<Feed, 'read'>;
  readonly sockets: Pick<Sockets, 'send'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** A WebSocket API ends a connection after two hours. */
const longestMilliseconds = 2 * 3_600_000;
const atOnce = 50;

const followers = table({
  name: 'feed_followers',
  version: 1,
  columns: z.object({ connection: z.string(), feed: z.string(), expires_at: z.string() }),
  key: ['connection'],
  indexes: { by_feed: { equal: ['feed'], order: 'connection' } },
  expires: 'expires_at',
});

/** Connections are rows. The table's stream delivers new entries. */
export function awsFollowers({ records, feed, sockets, clock }: Needs): AwsFollowers {
  async function send(connection: string, name: string, entries: readonly FeedEntry[]) {
    for (const entry of entries) {
      if (await sockets.send(connection, followerMessage(name, entry))) continue;
      await records.delete(followers, { connection });
      return false;
    }
    return true;
  }

  async function sendAll(name: string, entries: readonly FeedEntry[]) {
    const query = { index: 'by_feed', where: { feed: name }, limit: 1_000 };
    for (let cursor: string | undefined, more = true; more;) {
      const page = await records.list(followers, { ...query, ...(cursor && { cursor }) });
      const rows = [...page.rows];
      await eachAtMost(
        atOnce,
        rows,
        async (row) => void (await send(row.connection, name, entries)),
      );
      cursor = page.cursor;
      more = cursor !== undefined;
    }
  }

  return {
    async follow(connection, name, after) {
      const expires_at = new Date(clock.now().getTime() + longestMilliseconds).toISOString();
      // Before existing entries are read, so that no entry is missed in between.
      await records.put(followers, { connection, feed: name, expires_at });
      for (let cursor = after; ;) {
        const entries = await feed.read(name, { after: cursor });
        if (!(await send(connection, name, entries)) || entries.length < feedPage) return;
        cursor = entries.at(-1)?.cursor ?? cursor;
      }
    },

    async leave(connection) {
      await records.delete(followers, { connection });
    },

    async push({ Records }) {
      for (const { eventName, dynamodb } of Records) {
        const item = dynamodb?.NewImage;
        const name = item?.['feed']?.S;
        if (eventName === 'INSERT' && item && name !== undefined) {
          await sendAll(name, batchOf(item).entries);
        }
      }
    },
  };
}
