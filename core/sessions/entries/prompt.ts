import type { Entry } from '../lines/parse-line.ts';
import { textOr } from './message.ts';
import { timeOf } from './time-of.ts';

export interface Prompt {
  readonly text: string;
  readonly time: number | null;
  readonly session_id: string | null;
  /** Undefined: the entry does not say. */
  readonly project: string | undefined;
}

/** An entry of a history. Undefined: it contains no prompt. */
export function promptIn(entry: Entry): Prompt | undefined {
  const text = textOr(entry['display'], textOr(entry['prompt'], undefined));
  if (text === undefined) return undefined;
  return {
    text,
    time: timeOf(entry['timestamp']),
    session_id: textOr(entry['sessionId'], textOr(entry['session_id'], null)),
    project: textOr(entry['project'], undefined),
  };
}
