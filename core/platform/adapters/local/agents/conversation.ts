import { createReadStream } from 'node:fs';
import { linesOf } from '#core/text/lines.ts';
import { maskTokens } from '#core/text/mask.ts';
import type { AgentMessage } from '../../../ports/programs/agents.ts';
import { usageOf } from './run-turn.ts';
import type { AssistantMessage, ToolResultMessage, UserMessage } from './sdk/sdk.ts';

const maxTextLength = 40_000;
const maxToolTextLength = 10_000;

interface Entry {
  readonly message: UserMessage | AssistantMessage;
  /** By the id of the call, which is unique in one message only. */
  readonly results: Map<string, ToolResultMessage>;
}

/** Reads the file that the SDK writes, a JSON document per line, without loading the SDK. */
export async function readConversation(
  file: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
  secrets: readonly string[],
): Promise<{ total: number; messages: AgentMessage[] }> {
  const page: Entry[] = [];
  let last: Entry | undefined;
  let total = 0;
  for await (const line of linesOf(createReadStream(file) as AsyncIterable<Uint8Array>)) {
    const message = messageIn(line);
    if (message?.role === 'toolResult') last?.results.set(message.toolCallId, message);
    if (message?.role !== 'user' && message?.role !== 'assistant') continue;
    last = { message, results: new Map() };
    if (total >= offset && page.length < limit) page.push(last);
    total += 1;
  }
  // Before the cut, which could leave the beginning of a secret.
  const mask = (text: string) => maskTokens(text, secrets);
  return { total, messages: page.map((entry) => messageOf(entry, mask)) };
}

function messageIn(line: string): UserMessage | AssistantMessage | ToolResultMessage | undefined {
  try {
    const entry = JSON.parse(line) as { type?: string; message?: AssistantMessage };
    return entry.type === 'message' ? entry.message : undefined;
  } catch {
    // The last line, while it is written.
    return undefined;
  }
}

function messageOf({ message, results }: Entry, mask: (text: string) => string): AgentMessage {
  const text = cut(mask(plainText(message.content)), maxTextLength);
  const at = new Date(message.timestamp).toISOString();
  if (message.role === 'user') {
    return { role: 'user', at, text, tool_calls: [], usage: null, error: null };
  }
  const short = (value: string) => cut(mask(value), maxToolTextLength);
  const tool_calls = message.content.flatMap((block) => {
    if (block.type !== 'toolCall') return [];
    const { id, name: tool, arguments: values } = block;
    const result = results.get(id);
    return {
      id,
      tool,
      arguments: short(JSON.stringify(values)),
      result: result ? short(plainText(result.content)) : null,
      is_error: result?.isError ?? false,
    };
  });
  const error = message.errorMessage === undefined ? null : short(message.errorMessage);
  return { role: 'assistant', at, text, tool_calls, usage: usageOf([message]), error };
}

type Content = string | readonly { readonly type: string; readonly text?: string }[];

function plainText(content: Content): string {
  if (typeof content === 'string') return content;
  return content.flatMap(({ type, text }) => (type === 'text' && text ? [text] : [])).join('\n');
}

function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max)}\n[cut: ${text.length} characters]`;
}
