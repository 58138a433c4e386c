import { type Entry, isObject } from './lines/parse-line.ts';

/** The moment of an entry in milliseconds since 1970; null: it has none. Numbers are milliseconds. */
export function timeOf(timestamp: unknown): number | null {
  const time =
    typeof timestamp === 'number'
      ? timestamp
      : typeof timestamp === 'string'
        ? Date.parse(timestamp)
        : NaN;
  return Number.isNaN(new Date(time).getTime()) ? null : time;
}

export function isoTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

type MessageType = 'user' | 'assistant';

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

/** The folder of a project, guessed from its encoded name: the encoding loses which characters were
 * hyphens. */
export function decodedProject(path: string): string {
  const [folder = ''] = path.split('/');
  return folder.replaceAll('--', '/.').replaceAll('-', '/');
}

/** The last component. */
export function projectName(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? path;
}
