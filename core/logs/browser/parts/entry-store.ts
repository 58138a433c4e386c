import type { PlacedEntry } from '#core/platform/ports/logs.ts';

/** The entries of the list, newest first, each once. New ones wait while the reader is not at rest. */
export function entryStore(limit: number) {
  let shown: PlacedEntry[] = [];
  let waiting: PlacedEntry[] = [];
  let cursors = new Set<number>();
  let latest = 0;

  return {
    shown: (): readonly PlacedEntry[] => shown,
    waiting: () => waiting.length,
    /** The highest cursor so far. */
    latest: () => latest,

    /** Adds entries to the list, or keeps them until showWaiting(). Returns those that it did not
     * have. */
    add(entries: readonly PlacedEntry[], { wait }: { readonly wait: boolean }) {
      const fresh = entries.filter(({ cursor }) => !cursors.has(cursor));
      for (const { cursor } of fresh) {
        cursors.add(cursor);
        latest = Math.max(latest, cursor);
      }
      if (wait) waiting = merged(waiting, fresh).slice(0, limit);
      else shown = merged(shown, fresh).slice(0, limit);
      forget();
      return fresh;
    },

    showWaiting() {
      shown = merged(shown, waiting).slice(0, limit);
      waiting = [];
    },

    clear() {
      shown = [];
      waiting = [];
    },
  };

  /** A page that stays open for days does not remember every cursor. */
  function forget() {
    if (cursors.size <= 4 * limit) return;
    cursors = new Set([...shown, ...waiting].map(({ cursor }) => cursor));
  }
}

function merged(one: readonly PlacedEntry[], other: readonly PlacedEntry[]): PlacedEntry[] {
  return other.length === 0 ? [...one] : [...other, ...one].sort(newestFirst);
}

function newestFirst(one: PlacedEntry, other: PlacedEntry): number {
  const [a, b] = [one.timestamp, other.timestamp];
  return a > b ? -1 : a < b ? 1 : other.cursor - one.cursor;
}
