import type { PlacedEntry } from '../../../ports/logs.ts';
import { largestMessage, textWithin } from '../../rules/logs/text-within.ts';

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
export function* framesOf(entries: readonly PlacedEntry[], together: boolean): Generator<Frame> {
  let parts: string[] = [];
  let bytes = 0;
  let [first, last] = [0, 0];
  const frame = () => ({ text: together ? `[${parts.join()}]` : parts.join(), first, last });
  for (const entry of entries) {
    const text = texts.get(entry) ?? textWithin(entry, largestMessage);
    texts.set(entry, text);
    const size = Buffer.byteLength(text) + 1;
    if (parts.length > 0 && (!together || bytes + size >= largestFrame)) {
      yield frame();
      parts = [];
      bytes = 0;
    }
    if (parts.length === 0) first = entry.cursor;
    last = entry.cursor;
    parts.push(text);
    bytes += size;
  }
  if (parts.length > 0) yield frame();
}
