import { existsSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { linesOf } from '#core/text/lines.ts';
import { openAgentWorld } from '#test/support/agent/agent-world.ts';
import type { Turn } from '#test/support/ai/model-server.ts';
import { standIn } from '#test/support/http/stand-in.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { agent } from '../../../scripts/commands/agent.ts';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly update?: object; readonly toolCall?: object };
  readonly result?: object;
  readonly error?: object;
}

/** An editor that starts the command and answers its questions. */
async function open(turns: readonly Turn[], outcome: object = {}, words: readonly string[] = []) {
  const world = await openAgentWorld(turns, { SIDECAR_KEY: 'the-key' });
  onTestFinished(() => world.close());
  const folder = await temporaryFolder();
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const variables = { SIDECAR_URL: world.url, SIDECAR_KEY: 'the-key' };
  const typed = ['acp', '--provider', 'fake', '--model', 'm', ...words];
  const ended = agent(typed, { stdin, stdout, stderr, variables });
  const heard: Message[] = [];
  const answers = new Map<number, (message: Message) => void>();
  const write = (message: object) =>
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  void (async () => {
    for await (const line of linesOf(stdout)) {
      const message = JSON.parse(line) as Message;
      heard.push(message);
      const { id, method } = message;
      if (method === 'session/request_permission') write({ id, result: { outcome } });
      else if (id !== undefined) answers.get(id)?.(message);
    }
  })();
  let lastId = 0;
  const request = async (method: string, params: object = {}) => {
    const id = (lastId += 1);
    const { promise, resolve } = Promise.withResolvers<Message>();
    answers.set(id, resolve);
    write({ id, method, params });
    return promise;
  };
  const begin = async () => {
    const { result } = await request('session/new', { cwd: folder.path, mcpServers: [] });
    return (result as { sessionId: string }).sessionId;
  };
  const prompt = (sessionId: string, text = 'Hello') =>
    request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
  const updates = () => heard.flatMap(({ params }) => params?.update ?? []);
  return { world, folder, stdin, ended, heard, write, request, begin, prompt, updates };
}

const run: Turn = { tool: 'bash', input: { command: 'touch one' } };
const allowed = { outcome: 'selected', optionId: 'allow' };

describe('lantern agent acp', () => {
  it('begins a session in the folder of the editor, and removes it at the end', async () => {
    const editor = await open([{ text: 'Yes,\u2028no.' }], {}, ['--max-tokens', '50']);
    const { result } = await editor.request('initialize', { protocolVersion: 1 });
    expect(result).toMatchObject({ protocolVersion: 1, authMethods: [] });
    const sessionId = await editor.begin();
    const prompt = [
      { type: 'text', text: 'Look\u2028at' },
      { type: 'resource_link', name: 'a', uri: 'file:///a.ts' },
      { type: 'resource', resource: { uri: 'file:///b.ts', text: 'const b = 1;' } },
    ];
    const answer = await editor.request('session/prompt', { sessionId, prompt });
    expect(answer.result).toEqual({ stopReason: 'end_turn' });
    const said = editor.updates() as { sessionUpdate: string; content: { text: string } }[];
    expect(new Set(said.map(({ sessionUpdate }) => sessionUpdate))).toEqual(
      new Set(['agent_message_chunk']),
    );
    expect(said.map(({ content }) => content.text).join('')).toBe('Yes,\u2028no.');
    for (const part of ['Look\u2028at', 'file:///a.ts', 'const b = 1;']) {
      expect(editor.world.model.requests.at(-1)).toContain(part);
    }
    const sessions = async () => {
      const headers = { authorization: 'Bearer the-key' };
      return (await editor.world.send({ path: '/sessions', headers })).json();
    };
    expect(await sessions()).toMatchObject({ sessions: [{ model: 'm', max_tokens: 50 }] });
    editor.stdin.end();
    await editor.ended;
    expect(await sessions()).toEqual({ sessions: [] });
  });

  it.each([
    ['allowed', allowed, true, 'completed'],
    ['refused', { outcome: 'selected', optionId: 'reject' }, false, 'failed'],
    ['not answered', { outcome: 'cancelled' }, false, 'failed'],
    ['answered by nonsense', { outcome: 'selected' }, false, 'failed'],
  ])('asks in the editor, where a tool is %s', async (_name, outcome, isDone, status) => {
    const editor = await open([run, { text: 'Done.' }], outcome);
    const { result } = await editor.prompt(await editor.begin());
    expect(result).toEqual({ stopReason: 'end_turn' });
    expect(existsSync(join(editor.folder.path, 'one'))).toBe(isDone);
    const toolCallId = expect.any(String) as string;
    const asked = editor.heard.find(({ method }) => method === 'session/request_permission');
    expect(asked?.params?.toolCall).toMatchObject({
      ...{ title: 'bash {"command":"touch one"}', rawInput: { command: 'touch one' } },
    });
    const calls = editor.updates().filter((update) => 'toolCallId' in update);
    expect(calls).toEqual([
      {
        ...{ sessionUpdate: 'tool_call', toolCallId, title: 'bash' },
        ...{ kind: 'execute', status: 'in_progress' },
      },
      { sessionUpdate: 'tool_call_update', toolCallId, status },
    ]);
    const ids = [asked?.params?.toolCall, ...calls] as { toolCallId: string }[];
    expect(new Set(ids.map((call) => call.toolCallId)).size).toBe(1);
  });

  it('cancels a turn', async () => {
    const { promise: until, resolve } = Promise.withResolvers<void>();
    const editor = await open([{ text: 'word word', until }]);
    const sessionId = await editor.begin();
    const answer = editor.prompt(sessionId);
    await expect.poll(() => editor.updates().length).toBe(1);
    editor.write({ method: 'session/cancel', params: { sessionId } });
    expect((await answer).result).toEqual({ stopReason: 'cancelled' });
    resolve();
  });

  it('continues a turn after the connection was lost, and misses nothing (R6)', async () => {
    const asked: string[] = [];
    const { url } = await standIn(({ method, path, headers }, response) => {
      asked.push(`${method} ${path} ${String(headers['last-event-id'] ?? '')}`.trim());
      if (path === '/sessions') return response.writeHead(201).end('{"session_id": "ses_1"}');
      if (method === 'DELETE') return response.end('{}');
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const text = (id: number) => `id: ${id}\nevent: text\ndata: {"text":"${id} "}\n\n`;
      if (method === 'POST')
        return response.write(`: open\n\n${text(7)}`, () => response.destroy());
      return response.end(`${text(8)}id: 9\nevent: done\ndata: {"usage":null}\n\n`);
    });
    const editor = await open([], {}, ['--server', url]);
    const { result } = await editor.prompt(await editor.begin());
    expect(result).toEqual({ stopReason: 'end_turn' });
    const said = editor.updates() as { content: { text: string } }[];
    expect(said.map(({ content }) => content.text)).toEqual(['7 ', '8 ']);
    expect(asked).toEqual([
      ...['POST /sessions', 'POST /sessions/ses_1/prompt', 'GET /sessions/ses_1/events 7'],
    ]);
  });

  it('says why a turn failed', async () => {
    const editor = await open([{ status: 400, message: 'no such thing' }]);
    const { error } = await editor.prompt(await editor.begin());
    expect(error).toMatchObject({ message: expect.stringContaining('no such thing') as string });
  });

  it.each([
    ['session/load', {}, -32_601],
    ['session/new', {}, -32_602],
    ['session/new', { cwd: 'here' }, -32_603],
    ['session/prompt', { sessionId: 'ses_x', prompt: [] }, -32_602],
    ['session/prompt', { sessionId: '../models', prompt: [] }, -32_602],
    ['session/prompt', { sessionId: 'x', prompt: [{ type: 'image', data: '' }] }, -32_602],
  ])('refuses %s with %j', async (method, params, code) => {
    const editor = await open([]);
    expect((await editor.request(method, params)).error).toMatchObject({ code });
  });

  it('answers lines that are no messages', async () => {
    const editor = await open([]);
    editor.stdin.write('{\n5\n');
    await expect.poll(() => editor.heard.length).toBe(2);
    expect(editor.heard).toMatchObject([
      { error: { code: -32_700 } },
      { error: { code: -32_600 } },
    ]);
  });
});
