import { lazy } from '../../../lazy.ts';
import type { Feed, FeedEntry } from '../../../ports/feed.ts';
import { feedOver, type FeedStore } from '../../rules/feed-over.ts';
import type { Postgres } from '../database/database.ts';
import { decodeText, encodeText } from '../database/text.ts';

/** Feeds in two tables that all replicas share. */
export function postgresFeed({ database }: { readonly database: Postgres }): Feed {
  return feedOver(feedStore(database), database.changes);
}

/**
 * The row of a feed holds its last cursor: an append locks it until its commit, so that cursors
 * become visible in their order and without gaps. Numbers of a sequence would not: a reader would pass
 * one whose transaction is still open.
 */
function feedStore(database: Postgres): FeedStore {
  const { query } = database;
  const heads = database.table('lantern_feeds');
  const table = database.table('lantern_feed');

  return {
    ready: lazy(() =>
      database.make(async (run) => {
        await run(`CREATE TABLE IF NOT EXISTS ${heads} (
          feed text COLLATE "C" PRIMARY KEY,
          last bigint NOT NULL
        )`);
        await run(`CREATE TABLE IF NOT EXISTS ${table} (
          feed text COLLATE "C" NOT NULL,
          cursor bigint NOT NULL,
          body text NOT NULL,
          PRIMARY KEY (feed, cursor)
        )`);
      }),
    ),

    async append(feed, bodies) {
      const [row] = await query<{ last: number }>(
        `WITH head AS (
          INSERT INTO ${heads} AS head (feed, last) VALUES ($1, $2)
          ON CONFLICT (feed) DO UPDATE SET last = head.last + $2 RETURNING last
        ), added AS (
          INSERT INTO ${table} (feed, cursor, body)
          SELECT $1, head.last - $2 + place, body
          FROM head, unnest($3::text[]) WITH ORDINALITY AS entry (body, place)
        )
        SELECT last FROM head`,
        [encodeText(feed), bodies.length, bodies.map(encodeText)],
      );
      return row?.last ?? 0;
    },

    async read(feed, after, limit) {
      const entries = await query<FeedEntry>(
        `SELECT cursor, body FROM ${table} WHERE feed = $1 AND cursor > $2 ORDER BY cursor LIMIT $3`,
        [encodeText(feed), after, limit],
      );
      return entries.map(({ cursor, body }) => ({ cursor, body: decodeText(body) }));
    },

    async last(feed) {
      const text = `SELECT last FROM ${heads} WHERE feed = $1`;
      const [row] = await query<{ last: number }>(text, [encodeText(feed)]);
      return row?.last ?? 0;
    },

    remove: (feed) =>
      query(
        `WITH head AS (DELETE FROM ${heads} WHERE feed = $1)
          DELETE FROM ${table} WHERE feed = $1`,
        [encodeText(feed)],
      ),

    settled: async () => {},
  };
}
