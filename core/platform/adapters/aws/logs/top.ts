import type { Line } from './segment.ts';
import type { Segment } from './segments.ts';

export interface Hit {
  readonly time: number;
  readonly cursor: number;
  /** Reads the record. */
  line(): Promise<Line>;
}

/** By time, then cursor; or by cursor alone, the lowest first. */
export type Order = 'newest' | 'oldest' | 'cursor';

type Place = Pick<Hit, 'time' | 'cursor'>;

/** The first hits in an order. */
export function topOf(most: number, order: Order) {
  let hits: Hit[] = [];

  function compare(one: Place, other: Place): number {
    if (order === 'cursor') return one.cursor - other.cursor;
    const difference = one.time - other.time || one.cursor - other.cursor;
    return order === 'oldest' ? difference : -difference;
  }

  /** The earliest place that an entry of the segment can have. */
  function best({ from, to, first, last }: Segment): Place {
    return order === 'newest' ? { time: to, cursor: last } : { time: from, cursor: first };
  }

  function trim() {
    hits = hits.sort(compare).slice(0, most);
  }

  return {
    add(more: readonly Hit[]): void {
      hits = hits.concat(more);
      if (hits.length > 2 * most + 1_000) trim();
    },

    isEarlier: (one: Segment, other: Segment) => compare(best(one), best(other)),

    /** Whether an entry of the segment can be among them. */
    wants(segment: Segment): boolean {
      if (most === 0) return false;
      if (hits.length < most) return true;
      trim();
      const last = hits.at(-1);
      return last === undefined || compare(best(segment), last) < 0;
    },

    all(): readonly Hit[] {
      trim();
      return hits;
    },
  };
}
