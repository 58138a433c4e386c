import { isObject, type Entry } from '../lines/parse-line.ts';
import { timeOf } from './time-of.ts';

export type MessageType = 'user' | 'assistant';

export interface Message {
  readonly uuid: string | null;
  readonly parent_uuid: string | null;
  readonly type: MessageType;
  readonly time: number | null;
  /** Empty: the message consists of tool calls or results. */
  readonly text: string;
}

/** Undefined: an entry of another type. */
export function messageIn(entry: Entry): Message | undefined {
  const { type, message } = entry;
  if (type !== 'user' && type !== 'assistant') return undefined;
  return {
    uuid: textOr(entry['uuid'], null),
    parent_uuid: textOr(entry['parentMessageUuid'], textOr(entry['parentUuid'], null)),
    type,
    time: timeOf(entry['timestamp']),
    text: isObject(message) ? textIn(message['content']) : '',
  };
}

/** Blocks of text, without tool calls and their results. */
function textIn(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .flatMap((block: unknown) =>
      isObject(block) && block['type'] === 'text' && typeof block['text'] === 'string'
        ? [block['text']]
        : [],
    )
    .join('\n');
}

export function textOr<Other>(value: unknown, other: Other): string | Other {
  return typeof value === 'string' ? value : other;
}
