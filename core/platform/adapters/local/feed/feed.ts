import type { Feed } from '../../../ports/feed.ts';
import { lazy } from '../../../lazy.ts';
import { feedOver } from '../../rules/feed-over.ts';
import type { Database } from '../database/database.ts';
import { addEntries, lastCursor, makeFeedTable, readEntries, removeEntries } from './table.ts';

/** Feeds in a table of SQLite. */
export function localFeed({ database }: { readonly database: Database }): Feed {
  const store: Parameters<typeof feedOver>[0] = {
    ready: lazy(() => makeFeedTable(database)),
    // Entries are progress. What has to survive a power cut is in the records.
    append: (feed, bodies) =>
      database.write((sql) => addEntries(sql, feed, bodies), { isSynced: false }),
    read: (feed, after, limit) => database.read((sql) => readEntries(sql, feed, after, limit)),
    last: (feed) => database.read((sql) => lastCursor(sql, feed)),
    remove: (feed) => database.write((sql) => removeEntries(sql, feed)),
    settled: () => database.settled(),
  };
  return feedOver(store, database.changes);
}
