import { Failure } from '../../failure.ts';
import type { Feed, FeedEntry } from '../../ports/feed.ts';
import type { Changes } from './changes.ts';
import { assertEntries, feedPage } from './feed.ts';

/** What a home's table of entries does. */
export interface FeedStore {
  /** Makes the table at the first use. */
  ready(): Promise<void>;
  /** Gives the new last cursor. */
  append(feed: string, bodies: readonly string[]): Promise<number>;
  read(
    feed: string,
    after: number,
    limit: number,
  ): readonly FeedEntry[] | Promise<readonly FeedEntry[]>;
  last(feed: string): number | Promise<number>;
  remove(feed: string): Promise<unknown>;
  settled(): Promise<void>;
}

/** Feeds as rows of one table. Any number of processes may write and subscribe. The store stays open
 * at close(): it belongs to its opener. */
export function feedOver(store: FeedStore, changes: Changes): Feed {
  const closing = new AbortController();

  async function open(): Promise<void> {
    if (closing.signal.aborted) {
      throw new Failure('unavailable', 'closed', 'The feeds are closed already');
    }
    await store.ready();
  }

  return {
    async append(name, bodies) {
      assertEntries(bodies);
      await open();
      const last = await store.append(name, bodies);
      changes.tell(keyOf(name));
      return last;
    },

    async read(name, { after = 0, limit = feedPage } = {}) {
      await open();
      return store.read(name, after, limit);
    },

    async last(name) {
      await open();
      return store.last(name);
    },

    async *subscribe(name, { after = 0, signal }) {
      await open();
      const end = AbortSignal.any([signal, closing.signal]);
      for (let cursor = after; !end.aborted;) {
        const stamp = changes.stamp(keyOf(name));
        const entries = await store.read(name, cursor, feedPage);
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
      await store.remove(name);
      changes.tell(keyOf(name));
    },

    async close() {
      closing.abort();
      await store.settled();
    },
  };
}

function keyOf(feed: string): string {
  return `feed ${feed}`;
}
