import type { FeedEntry } from '../../../ports/feed.ts';
import type { Database } from '../database/database.ts';
import { lastCursor, readEntries } from './table.ts';

/** The end of a feed that somebody subscribes to. */
export interface Tail {
  /** Resolves at the next change of the feed. Ask for it before `after()`, so that none is missed. */
  changed(): Promise<void>;
  /** The entries after the cursor, from memory where possible: one read of the database serves
   * all subscribers. */
  after(cursor: number): readonly FeedEntry[];
  release(): void;
}

export interface Tails {
  hold(feed: string): Tail;
  /** The feed has changed; without a name all of them may have. */
  wake(feed?: string): void;
}

interface Shared {
  subscribers: number;
  entries: FeedEntry[];
  last: number;
  isStale: boolean;
  change: PromiseWithResolvers<void>;
}

const page = 1_000;
/** What stays in memory for each feed, in characters. */
const keptCharacters = 512 * 1024;

export function feedTails(database: Database): Tails {
  const shared = new Map<string, Shared>();
  let unwatch: (() => void) | undefined;

  function wake(feed?: string): void {
    const tails = feed === undefined ? [...shared.values()] : [shared.get(feed)];
    for (const tail of tails) {
      if (!tail) continue;
      tail.isStale = true;
      const { change } = tail;
      tail.change = Promise.withResolvers();
      change.resolve();
    }
  }

  function refresh(feed: string, tail: Shared): void {
    tail.isStale = false;
    database.read((sql) => {
      const last = lastCursor(sql, feed);
      // A feed that is shorter than before was deleted. The first look reads no entries.
      const isKnown = tail.last > 0 && tail.last <= last;
      const fresh = isKnown ? readEntries(sql, feed, tail.last, page) : [];
      tail.entries = isKnown ? newest([...tail.entries, ...fresh]) : [];
      tail.last = isKnown ? (fresh.at(-1)?.cursor ?? tail.last) : last;
      // More than a page came at once.
      tail.isStale = tail.last < last;
    });
  }

  return {
    wake,

    hold(feed) {
      const tail = shared.get(feed) ?? emptyTail();
      shared.set(feed, tail);
      tail.subscribers += 1;
      unwatch ??= database.watchOthers(() => wake());
      return {
        changed: () => tail.change.promise,

        after(cursor) {
          if (tail.isStale) refresh(feed, tail);
          const first = tail.last - tail.entries.length + 1;
          if (cursor >= tail.last && !tail.isStale) return [];
          if (cursor + 1 >= first && cursor < tail.last)
            return tail.entries.slice(cursor + 1 - first);
          return database.read((sql) => readEntries(sql, feed, cursor, page));
        },

        release() {
          tail.subscribers -= 1;
          if (tail.subscribers === 0) shared.delete(feed);
          if (shared.size > 0) return;
          unwatch?.();
          unwatch = undefined;
        },
      };
    },
  };
}

function emptyTail(): Shared {
  const change = Promise.withResolvers<void>();
  return { subscribers: 0, entries: [], last: 0, isStale: true, change };
}

function newest(entries: FeedEntry[]): FeedEntry[] {
  let characters = 0;
  const from = entries.findLastIndex(({ body }, at) => {
    characters += body.length;
    return characters > keptCharacters || entries.length - at > page;
  });
  return entries.slice(from + 1);
}
