import { type Entry, isObject } from './lines/entry.ts';

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

/** What tools were asked and what they answered: names and values, without the names of values. */
export function toolTextIn({ type, message }: Entry): string {
  if ((type !== 'user' && type !== 'assistant') || !isObject(message)) return '';
  const { content } = message;
  if (!Array.isArray(content)) return '';
  return content
    .flatMap((block: unknown) => {
      if (!isObject(block)) return [];
      if (block['type'] === 'tool_use')
        return [textOr(block['name'], ''), valuesIn(block['input'])];
      return block['type'] === 'tool_result' ? [valuesIn(block['content'])] : [];
    })
    .filter((text) => text !== '')
    .join('\n');
}

/** Deeper values are not of people. */
const deepest = 20;

function valuesIn(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || depth > deepest) return '';
  const isBlock = isObject(value) && typeof value['type'] === 'string';
  return Object.entries(value)
    .filter(([name]) => !(isBlock && name === 'type'))
    .map(([, each]) => valuesIn(each, depth + 1))
    .filter((text) => text !== '')
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
  const text = textOr(entry['display'], textOr(entry['prompt'], textOr(entry['text'], undefined)));
  if (text === undefined) return undefined;
  return {
    text,
    time: timeOf(entry['timestamp'] ?? secondsIn(entry['ts'])),
    session_id: textOr(entry['sessionId'], textOr(entry['session_id'], null)),
    project: textOr(entry['project'], undefined),
  };
}

/** Codex writes when a prompt was typed in seconds. */
function secondsIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value * 1000 : undefined;
}

/** The folder of a project, guessed from its encoded name: the encoding loses which characters were
 * hyphens. */
export function decodedProject(path: string): string {
  const [folder = ''] = path.split('/');
  const [, store, , project] = /^@(codex|gemini)(\.(.*))?$/s.exec(folder) ?? [];
  if (store !== undefined) return store === 'gemini' ? (project ?? store) : store;
  return folder.replaceAll('--', '/.').replaceAll('-', '/');
}

/** The last component. */
export function projectName(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? path;
}
