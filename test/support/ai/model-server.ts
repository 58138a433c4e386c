import type { ServerResponse } from 'node:http';
import { standIn } from '#test/support/http/stand-in.ts';

/** The model's next turn: an answer, or a call of a tool of the command line. */
export type Turn =
  | { readonly text: string; /** The rest waits for it. */ readonly until?: Promise<void> }
  | { readonly tool: string; readonly input: object }
  | { readonly status: number; readonly message?: string };

export interface ModelServer {
  readonly origin: string;
  /** Headers and body of each request, in order. */
  readonly requests: readonly string[];
  /** Names of the tools in the last request that offered tools. */
  readonly tools: () => readonly string[];
  close(): Promise<void>;
}

interface Block {
  readonly type?: string;
}

interface Body {
  readonly model?: string;
  readonly stream?: boolean;
  readonly tools?: readonly {
    name?: string;
    function?: { name: string };
    functionDeclarations?: readonly { name: string }[];
  }[];
  readonly messages?: readonly {
    role?: string;
    content: unknown;
    tool_calls?: readonly unknown[];
  }[];
  readonly contents?: readonly { parts?: readonly object[] }[];
}

/**
 * A model with the wire formats of Anthropic (/v1/messages) and Gemini (:generateContent), whole
 * and streamed, and of OpenAI (/chat/completions), streamed. Its turns come in order, one per tool result in the conversation; the last one
 * repeats.
 */
export async function modelServer(turns: readonly Turn[]): Promise<ModelServer> {
  const requests: string[] = [];
  let tools: readonly string[] = [];
  const { url, close } = await standIn((request, response) => {
    const text = request.body.toString();
    requests.push(`${JSON.stringify(request.headers)}\n${text}`);
    const body = parse(text);
    const offered = toolsOf(body);
    if (offered.length > 0) tools = offered;
    if (hasOpenCall(body)) {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end('{"error":{"message":"a tool call has no result"}}');
      return;
    }
    const turn = turns[Math.min(resultsIn(body), turns.length - 1)] as Turn;
    answer(request.path, body, turn, response);
  });
  return { origin: url, requests, tools: () => tools, close };
}

type Said = Exclude<Turn, { status: number }>;

function answer(url: string, body: Body, turn: Turn, response: ServerResponse): void {
  if ('status' in turn) {
    response.writeHead(turn.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: turn.message ?? 'overloaded' } }));
    return;
  }
  if (/count_tokens|countTokens/.test(url)) json(response, { input_tokens: 1, totalTokens: 1 });
  else if (url.endsWith('/chat/completions')) openai(turn, response);
  else if (url.startsWith('/v1/messages')) anthropic(body, turn, response);
  else if (/[gG]enerateContent/.test(url)) gemini(url, turn, response);
  else response.writeHead(404).end('{}');
}

function anthropic(body: Body, turn: Said, response: ServerResponse): void {
  const id = `toolu_${resultsIn(body)}`;
  const block =
    'text' in turn
      ? { type: 'text', text: turn.text }
      : { type: 'tool_use', id, name: turn.tool, input: turn.input };
  const stop_reason = 'text' in turn ? 'end_turn' : 'tool_use';
  const usage = { input_tokens: 3, output_tokens: 5 };
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: body.model, usage };
  if (!body.stream) return json(response, { ...message, content: [block], stop_reason });
  const begun = 'text' in turn ? { ...block, text: '' } : { ...block, input: {} };
  const delta =
    'text' in turn
      ? { type: 'text_delta', text: turn.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(turn.input) };
  events(response, [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    { type: 'content_block_start', index: 0, content_block: begun },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason }, usage },
    { type: 'message_stop' },
  ]);
}

function openai(turn: Said, response: ServerResponse): void {
  const chunk = (delta: object, finish_reason: string | null) => {
    const usage = { prompt_tokens: 3, completion_tokens: 5, total_tokens: 8 };
    const choices = [{ index: 0, delta, finish_reason }];
    const whole = { id: 'chat_1', object: 'chat.completion.chunk', model: 'm', choices };
    return `data: ${JSON.stringify({ ...whole, ...(finish_reason !== null && { usage }) })}\n\n`;
  };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if ('tool' in turn) {
    const call = { name: turn.tool, arguments: JSON.stringify(turn.input) };
    const tool_calls = [{ index: 0, id: 'call_1', type: 'function', function: call }];
    response.write(chunk({ role: 'assistant', tool_calls }, null));
    response.end(`${chunk({}, 'tool_calls')}data: [DONE]\n\n`);
    return;
  }
  const half = Math.ceil(turn.text.length / 2);
  response.write(chunk({ role: 'assistant', content: turn.text.slice(0, half) }, null));
  void Promise.resolve(turn.until).then(() => {
    response.write(chunk({ content: turn.text.slice(half) }, null));
    response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`);
  });
}

function gemini(url: string, turn: Said, response: ServerResponse): void {
  const part =
    'text' in turn ? { text: turn.text } : { functionCall: { name: turn.tool, args: turn.input } };
  const content = { role: 'model', parts: [part] };
  const usageMetadata = { promptTokenCount: 3, candidatesTokenCount: 5, totalTokenCount: 8 };
  const whole = { candidates: [{ content, finishReason: 'STOP', index: 0 }], usageMetadata };
  if (url.includes(':streamGenerateContent')) events(response, [whole]);
  else json(response, whole);
}

function events(response: ServerResponse, all: readonly object[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const each of all) {
    const name = 'type' in each ? `event: ${String(each.type)}\n` : '';
    response.write(`${name}data: ${JSON.stringify(each)}\n\n`);
  }
  response.end();
}

function json(response: ServerResponse, value: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function toolsOf({ tools = [] }: Body): string[] {
  return tools.flatMap(({ name, function: called, functionDeclarations = [] }) => [
    ...[name, called?.name].filter((each) => each !== undefined),
    ...functionDeclarations.map((each) => each.name),
  ]);
}

function resultsIn({ messages = [], contents = [] }: Body): number {
  const tools = messages.filter(({ role }) => role === 'tool');
  const blocks = messages.flatMap(({ content }) =>
    Array.isArray(content) ? (content as Block[]) : [],
  );
  const results = blocks.filter(({ type }) => type === 'tool_result');
  const parts = contents.flatMap((each) => each.parts ?? []);
  return tools.length + results.length + parts.filter((part) => 'functionResponse' in part).length;
}

/** Both vendors refuse a conversation in which a tool call lacks its result. */
function hasOpenCall({ messages = [] }: Body): boolean {
  const blocks = messages.flatMap(({ content }) =>
    Array.isArray(content) ? (content as Block[]) : [],
  );
  const uses = blocks.filter(({ type }) => type === 'tool_use').length;
  const calls = messages.flatMap(({ tool_calls = [] }) => tool_calls).length;
  return uses + calls > resultsIn({ messages });
}

function parse(text: string): Body {
  try {
    return JSON.parse(text) as Body;
  } catch {
    return {};
  }
}
