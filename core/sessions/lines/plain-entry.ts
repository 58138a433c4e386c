import { isObject, type Entry } from './entry.ts';

/** An entry of Codex in the form that Claude Code writes; any other entry as it is. */
export function plainEntry(entry: Entry): Entry {
  const { type, payload, timestamp } = entry;
  if (!isObject(payload)) return entry;
  if (type === 'session_meta') {
    const { cwd, git, id: sessionId } = payload;
    return { timestamp, cwd, sessionId, gitBranch: isObject(git) ? git['branch'] : undefined };
  }
  if (type !== 'response_item') return entry;
  const { type: kind, role, id: uuid, content } = payload;
  const message = (who: unknown, blocks: unknown) => {
    return { type: who, uuid, timestamp, message: { content: blocks } };
  };
  if (kind === 'message') return message(role, texts(content));
  if (typeof kind !== 'string') return entry;
  if (/_output$/.test(kind)) {
    return message('user', [{ type: 'tool_result', content: payload['output'] }]);
  }
  if (!/_call$/.test(kind)) return entry;
  const { name, arguments: words, input, action } = payload;
  return message('assistant', [{ type: 'tool_use', name, input: words ?? input ?? action }]);
}

function texts(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  return content.map((block: unknown) =>
    isObject(block) && (block['type'] === 'input_text' || block['type'] === 'output_text')
      ? { type: 'text', text: block['text'] }
      : block,
  );
}
