import type { LogFile } from './files.ts';

/** The place of a match in the log. */
export interface Hit {
  readonly time: number;
  readonly cursor: number;
}

/** By time, then cursor; or by cursor alone, the lowest first. */
export type Order = 'newest' | 'oldest' | 'cursor';

/** The first hits in an order. */
export function topOf(most: number, order: Order) {
  let hits: Hit[] = [];

  function compare(one: Hit, other: Hit): number {
    if (order === 'cursor') return one.cursor - other.cursor;
    const difference = one.time - other.time || one.cursor - other.cursor;
    return order === 'oldest' ? difference : -difference;
  }

  /** The earliest place that an entry of the file can have. */
  function best({ from, to, first, last }: LogFile): Hit {
    return order === 'newest' ? { time: to, cursor: last } : { time: from, cursor: first };
  }

  return {
    add(more: readonly Hit[]): void {
      hits = hits.concat(more).sort(compare).slice(0, most);
    },

    isEarlier: (one: LogFile, other: LogFile) => compare(best(one), best(other)),

    /** Whether an entry of the file can be among them. */
    wants(file: LogFile): boolean {
      const last = hits.at(-1);
      if (hits.length < most || last === undefined) return most > 0;
      return compare(best(file), last) < 0;
    },

    all: (): readonly Hit[] => hits,
  };
}
