import { isObject, type Entry } from './entry.ts';
import { parseObject } from './parse-line.ts';
import { linesOf, maxLineBytes } from './read-lines.ts';

/**
 * A session of Gemini as lines in the form of Claude Code. It is one object, or since 2026 lines: a
 * head, messages, and changes that set or take back what came before.
 */
export async function* geminiLines(
  chunks: AsyncIterable<Uint8Array>,
  onMalformed: () => void,
): AsyncIterable<Uint8Array> {
  const bytes = await wholeOf(chunks);
  if (!bytes) {
    onMalformed();
    return;
  }
  const { head, messages } = folded(bytes, onMalformed);
  const [cwd] = Array.isArray(head['directories']) ? (head['directories'] as unknown[]) : [];
  const common = { cwd, sessionId: head['sessionId'] };
  const { summary } = head;
  const lines = [
    { type: 'summary', summary, ...common },
    ...messages.flatMap((message) => entriesOf(message, common)),
  ];
  for (const line of lines) yield Buffer.from(`${JSON.stringify(line)}\n`);
}

/** Undefined: it is larger than a line may be. */
async function wholeOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxLineBytes) return undefined;
    parts.push(Buffer.from(chunk));
  }
  return Buffer.concat(parts);
}

function folded(bytes: Buffer, onMalformed: () => void) {
  let head: Entry = {};
  let messages = new Map<unknown, Entry>();
  const keyed = (all: readonly Entry[]) => new Map(all.map((each) => [each['id'] ?? each, each]));
  const whole = parseObject(bytes);
  for (const record of whole ? [whole] : recordsIn(bytes, onMalformed)) {
    const { $set: set, $rewindTo: rewindTo } = record;
    if (typeof rewindTo === 'string') {
      const ids = [...messages.keys()];
      const at = ids.indexOf(rewindTo);
      for (const id of at === -1 ? [] : ids.slice(at)) messages.delete(id);
    } else if (typeof record['type'] === 'string') {
      messages.set(record['id'] ?? record, record);
    } else {
      const { messages: all, ...facts } = isObject(set) ? set : record;
      if (Array.isArray(all)) messages = keyed(all.filter(isObject));
      head = { ...head, ...facts };
    }
  }
  return { head, messages: [...messages.values()] };
}

function recordsIn(bytes: Buffer, onMalformed: () => void): Entry[] {
  return [...linesOf(bytes)].flatMap((line) => {
    const record = parseObject(line);
    if (!record) onMalformed();
    return record ? [record] : [];
  });
}

function entriesOf(message: Entry, common: object): object[] {
  const { type, id: uuid, timestamp, content } = message;
  const entry = (who: string, blocks: unknown) => {
    return { type: who, uuid, timestamp, ...common, message: { content: blocks } };
  };
  if (type === 'user') return [entry('user', textOf(content))];
  if (type !== 'gemini') return [];
  const calls = (Array.isArray(message['toolCalls']) ? message['toolCalls'] : []).filter(isObject);
  const tools = calls.flatMap(({ name, args, result }) => [
    { type: 'tool_use', name, input: args },
    { type: 'tool_result', content: result },
  ]);
  return [entry('assistant', [{ type: 'text', text: textOf(content) }, ...tools])];
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .flatMap((part: unknown) =>
      isObject(part) && typeof part['text'] === 'string' ? [part['text']] : [],
    )
    .join('\n');
}
