import type { Message, Prompt } from '../entries.ts';

/** Where a line is and when it was written. */
export interface Place {
  readonly path: string;
  readonly at: number;
  readonly time: number | null;
}

export interface MessageHit extends Place {
  readonly message: Omit<Message, 'text'>;
  readonly snippet: string;
}

export interface PromptHit extends Place {
  readonly prompt: Prompt;
}

export interface Hits {
  readonly messages: MessageHit;
  readonly prompts: PromptHit;
}

export type Order = 'newest' | 'file';

/** Newest first; without time last; of one time by file, and there the later line first. */
export function inOrder(order: Order): (one: Place, other: Place) => number {
  return (one, other) => {
    const byPath = one.path < other.path ? -1 : one.path > other.path ? 1 : 0;
    if (order === 'file') return byPath || one.at - other.at;
    const [a, b] = [one.time ?? -Infinity, other.time ?? -Infinity];
    return a === b ? byPath || other.at - one.at : a < b ? 1 : -1;
  };
}

/** Keeps the first `limit` of the places that are added, in order. */
export function firstOf<Hit extends Place>(limit: number, order: Order) {
  const compare = inOrder(order);
  let hits: Hit[] = [];
  let floor = -Infinity;
  const cut = () => {
    hits = hits.sort(compare).slice(0, limit);
    if (order === 'newest' && hits.length === limit) floor = hits.at(-1)?.time ?? -Infinity;
    return hits;
  };
  return {
    add: (hit: Hit) => {
      hits.push(hit);
      if (hits.length > 1.25 * limit) cut();
    },
    list: (): readonly Hit[] => cut(),
    /** Older hits than this are not among the first. */
    floor: () => floor,
  };
}
