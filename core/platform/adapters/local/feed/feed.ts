import { Failure } from '../../../failure.ts';
import type { Feed } from '../../../ports/feed.ts';
import { lazy } from '../../../lazy.ts';
import { assertEntries, feedPage } from '../../rules/feed.ts';
import type { Database } from '../database/database.ts';
import type { Sql } from '../database/statements.ts';
import { addEntries, lastCursor, makeFeedTable, readEntries, removeEntries } from './table.ts';

/** Feeds as rows of one table. Any number of processes may write and subscribe. The database
 * stays open at close(): it belongs to its opener. */
export function localFeed({ database }: { readonly database: Database }): Feed {
  const makeTable = lazy(() => makeFeedTable(database));
  const { changes } = database;
  const closing = new AbortController();

  async function open(): Promise<void> {
    if (closing.signal.aborted) {
      throw new Failure('unavailable', 'closed', 'The feeds are closed already');
    }
    await makeTable();
  }

  return {
    async append(name, bodies) {
      assertEntries(bodies);
      await open();
      // Entries are progress. What has to survive a power cut is in the records.
      const add = (sql: Sql) => addEntries(sql, name, bodies);
      const last = await database.write(add, { isSynced: false });
      changes.tell(keyOf(name));
      return last;
    },

    async read(name, { after = 0, limit = feedPage } = {}) {
      await open();
      return database.read((sql) => readEntries(sql, name, after, limit));
    },

    async last(name) {
      await open();
      return database.read((sql) => lastCursor(sql, name));
    },

    async *subscribe(name, { after = 0, signal }) {
      await open();
      const end = AbortSignal.any([signal, closing.signal]);
      for (let cursor = after; !end.aborted;) {
        const stamp = changes.stamp(keyOf(name));
        const entries = database.read((sql) => readEntries(sql, name, cursor, feedPage));
        for (const entry of entries) {
          if (end.aborted) return;
          cursor = entry.cursor;
          yield entry;
        }
        if (entries.length === 0) await changes.wait(keyOf(name), stamp, end);
      }
    },

    async delete(name) {
      await open();
      await database.write((sql) => removeEntries(sql, name));
      changes.tell(keyOf(name));
    },

    async close() {
      closing.abort();
      await database.settled();
    },
  };
}

function keyOf(feed: string): string {
  return `feed ${feed}`;
}
