import type { FeedEntry } from '../../../ports/feed.ts';
import type { Database } from '../database/database.ts';
import type { Sql } from '../database/statements.ts';

const definition = `
  CREATE TABLE IF NOT EXISTS lantern_feed (
    feed TEXT NOT NULL,
    cursor INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (feed, cursor)
  ) STRICT`;

export async function makeFeedTable(database: Database): Promise<void> {
  await database.write((sql) => sql.execute(definition));
}

/** Adds the entries after the last one and returns the new last cursor. */
export function addEntries(sql: Sql, feed: string, bodies: readonly string[]): number {
  const insert = sql.statement('INSERT INTO lantern_feed (feed, cursor, body) VALUES (?, ?, ?)');
  let cursor = lastCursor(sql, feed);
  for (const body of bodies) insert.run(feed, ++cursor, body);
  return cursor;
}

export function lastCursor(sql: Sql, feed: string): number {
  const text = 'SELECT max(cursor) AS last FROM lantern_feed WHERE feed = ?';
  return Number(sql.statement(text).get(feed)?.['last'] ?? 0);
}

export function readEntries(sql: Sql, feed: string, after: number, limit: number): FeedEntry[] {
  const text =
    'SELECT cursor, body FROM lantern_feed WHERE feed = ? AND cursor > ? ORDER BY cursor LIMIT ?';
  const rows = sql.statement(text).all(feed, after, limit);
  return rows.map(({ cursor, body }) => ({ cursor: Number(cursor), body: String(body) }));
}

export function removeEntries(sql: Sql, feed: string): void {
  sql.statement('DELETE FROM lantern_feed WHERE feed = ?').run(feed);
}
