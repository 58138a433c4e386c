import type { DemoHome } from './open-home.ts';

/** Something that happens in the two weeks. */
export interface DemoEvent {
  readonly at: Date;
  readonly run: (home: DemoHome) => Promise<void>;
}

/** The times of a demonstration: day 0 is the first, at a time of the working day. */
export interface Calendar {
  readonly at: (day: number, hour: number, minute?: number) => Date;
  /** The same numbers for a seed. */
  readonly random: () => number;
}

export const storyDays = 14;
const hourMs = 3_600_000;

/** Day 13 is the one that ends at `until`, whose hours begin eleven before it. */
export function calendar(until: Date, random: () => number): Calendar {
  const begin = until.getTime() - storyDays * 24 * hourMs + 13 * hourMs;
  return {
    random,
    at: (day, hour, minute = 0) => new Date(begin + (day * 24 + hour) * hourMs + minute * 60_000),
  };
}

/** One of a list. */
export function oneOf<Item>(random: () => number, items: readonly Item[]): Item {
  return items[Math.min(items.length - 1, Math.floor(random() * items.length))] as Item;
}
