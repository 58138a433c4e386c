import type { PlacedEntry } from '../../../ports/logs.ts';
import { largestMessage, textWithin } from '../../rules/logs/text-within.ts';
import { runsWithin } from '../feed/items.ts';

/** A frame of a WebSocket API takes 32 kB, and its messages are billed by as many. Only an entry that
 * is larger alone makes a larger message. */
const largestFrame = 32_000;

export interface Frame {
  readonly text: string;
  /** The cursors of its first and last entry. */
  readonly first: number;
  readonly last: number;
}

/** Every follower gets the same entries. */
const texts = new WeakMap<PlacedEntry, string>();

/** Entries as messages: JSON arrays if they may go together, else one message for each. */
export function framesOf(entries: readonly PlacedEntry[], together = false): Frame[] {
  const all = entries.map(textOf);
  let end = 0;
  return runsWithin(together ? largestFrame : 0, all).map((run) => {
    const first = entries[end]?.cursor ?? 0;
    end += run.length;
    const last = entries[end - 1]?.cursor ?? 0;
    return { text: together ? `[${run.join()}]` : run.join(), first, last };
  });
}

function textOf(entry: PlacedEntry): string {
  const text = texts.get(entry) ?? textWithin(entry, largestMessage);
  texts.set(entry, text);
  return text;
}
