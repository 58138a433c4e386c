import type { PlacedEntry } from '../../../ports/logs.ts';
import type { Tail } from '../../local/logs/live/tail.ts';
import type { Changes } from '../../rules/changes.ts';

interface TailOptions {
  readonly changes: Changes;
  readonly last: () => Promise<number>;
  /** Entries after the cursor, in its order. */
  readonly read: (after: number, limit: number) => Promise<readonly PlacedEntry[]>;
  readonly onEntry: (entry: PlacedEntry) => void;
}

const pageLimit = 500;

/** Reads what any replica appends, as long as somebody follows. */
export function logTail({ changes, last: findLast, read, onEntry }: TailOptions): Tail {
  const stopping = new AbortController();
  let last = 0;
  let isAsked = false;
  let reading: Promise<void> | undefined;

  async function readAll(): Promise<void> {
    while (isAsked && !stopping.signal.aborted) {
      isAsked = false;
      const entries = await read(last, pageLimit);
      for (const entry of entries) {
        last = entry.cursor;
        onEntry(entry);
      }
      if (entries.length === pageLimit) isAsked = true;
    }
  }

  function look(): Promise<void> {
    isAsked = true;
    reading ??= readAll().finally(() => (reading = undefined));
    return reading;
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      const stamp = changes.stamp('logs');
      // In an outage the next look finds what this one did not.
      await look().catch(() => {});
      await changes.wait('logs', stamp, stopping.signal);
    }
  }

  return {
    look,
    cursor: () => last + 1,

    async start(): Promise<void> {
      last = await findLast();
      void watch();
    },

    stop: () => stopping.abort(),
  };
}
