import { text } from 'node:stream/consumers';
import { cloud } from '#core/home/homes.ts';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Failure } from '#core/platform/failure.ts';
import { openAgentWorld, type AgentWorld } from '#test/support/agent/agent-world.ts';
import { standIn } from '#test/support/http/stand-in.ts';
import type { Turn } from '#test/support/ai/model-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

async function open(
  turns: readonly Turn[],
  environment: Record<string, string> = {},
  isPriced = false,
): Promise<AgentWorld> {
  const world = await openAgentWorld(turns, environment, false, isPriced);
  onTestFinished(() => world.close());
  return world;
}

const usage = {
  ...{ input_tokens: 3, output_tokens: 5, cache_read_tokens: 0, cache_write_tokens: 0 },
  ...{ cost_usd: 0, duration_ms: 0 },
};
const { duration_ms: _duration, ...amounts } = usage;
const request = { provider: 'fake', model: 'm', system_prompt: 'Terse.' };
const weather = {
  ...{ name: 'weather', description: 'The weather', parameters: { type: 'object' } },
  http: { method: 'GET', url: 'https://weather.example/{city}' },
};

describe('the agent service', () => {
  it('is starting until the models are discovered', async () => {
    const world = await open([], { SIDECAR_DISCOVERY: 'start' });
    const first = await world.send({ path: '/health' });
    const starting = { status: 'starting', message: 'Model discovery in progress' };
    expect([first.status, first.json()]).toEqual([503, starting]);
    await world.platform.agents.discover();
    expect((await world.send({ path: '/health' })).status).toBe(200);
  });

  it.each([
    [{}, ['INFO']],
    [{ SIDECAR_LOG_LEVEL: 'debug' }, ['DEBUG', 'INFO']],
    [{ SIDECAR_LOG_LEVEL: 'warn', LOG_LEVEL: 'DEBUG' }, []],
  ])('logs with %j at the levels %j', async (environment, levels) => {
    const world = await open([], environment);
    world.platform.log('DEBUG', 'a line');
    world.platform.log('INFO', 'a line');
    const lines = world.logs.filter(({ message }) => message === 'a line');
    expect(lines.map(({ level }) => level)).toEqual(levels);
  });

  it('lists the models, and waits for their discovery', async () => {
    const world = await open([]);
    const models = await world.send({ path: '/models' });
    expect(models.json()).toEqual({
      models: [
        { id: 'm', name: 'M', provider: 'fake' },
        { id: 'm', name: 'M', provider: 'other' },
      ],
    });
    const health = await world.send({ path: '/health' });
    expect([health.status, health.json()]).toEqual([200, { status: 'ok', sessions: 0 }]);
    const one = await world.send({ path: '/models?provider=fake' });
    expect(one.json()).toEqual({ models: [{ id: 'm', name: 'M', provider: 'fake' }] });
    for (const none of ['claude', 'nobody']) {
      const reply = await world.send({ path: `/models?provider=${none}` });
      expect(reply.json()).toEqual({ models: [] });
    }
  });

  it('is degraded when the discovery fails, and ok after a better one', async () => {
    const world = await open([]);
    await world.platform.blobs.put('models.json', '{"providers": 5}');
    await world.send({ path: '/models' });
    const health = await world.send({ path: '/health' });
    const degraded = { status: 'degraded', message: 'Model discovery failed', sessions: 0 };
    expect([health.status, health.json()]).toEqual([200, degraded]);
    const failed = await world.send({ method: 'POST', path: '/models/refresh' });
    expect(failed.status).toBe(502);
    await world.platform.blobs.put('models.json', '{"providers": {}}');
    const refreshed = await world.send({ method: 'POST', path: '/models/refresh' });
    expect([refreshed.status, refreshed.json()]).toEqual([200, { models: [] }]);
    expect((await world.send({ path: '/health' })).json()).toEqual({ status: 'ok', sessions: 0 });
  });

  it('says what is known of a provider, and beyond loopback only whether it has credentials', async () => {
    const status = {
      ...{ provider: 'fake', registered: true, modelCount: 1 },
      authStatus: { configured: true, source: 'models_json_key' },
      authCheck: { type: 'api_key', source: 'configured API key' },
    };
    const nobody = {
      ...{ provider: 'nobody', registered: false, modelCount: 0 },
      ...{ authStatus: { configured: false }, authCheck: null },
    };
    const path = '/models/fake/status';
    const world = await open([]);
    expect((await world.send({ path })).json()).toEqual(status);
    const unknown = await world.send({ path: '/models/nobody/status' });
    expect([unknown.status, unknown.json()]).toEqual([404, nobody]);
    const environment = { SIDECAR_HOST: '0.0.0.0', SIDECAR_KEY: 'a-key' };
    const headers = { authorization: 'Bearer a-key' };
    const reachable = await open([], environment);
    expect((await reachable.send({ path })).status).toBe(401);
    expect((await reachable.send({ path, headers })).json()).toEqual({
      ...status,
      ...{ authStatus: { configured: true }, authCheck: { type: 'api_key' } },
    });
  });

  it.each([
    [{ provider: undefined }, 'provider: must be a text'],
    [{ model: '' }, 'model: must not be empty'],
    [{ system_prompt: ' ' }, 'system_prompt: must not be empty'],
    [{ cwd: 'here' }, 'cwd: must be the absolute path of an existing folder'],
    [{ agent_dir: '/not/there' }, 'agent_dir: must be the absolute path of an existing folder'],
    [{ ask: 'bash' }, 'ask: must be true, false or a list of tools'],
    [{ ask: ['rm'] }, 'ask: unknown rm'],
    [
      { provider: 'cli-cat', model: 'default', ask: true },
      "ask: the provider 'cli-cat' is a program that runs its own tools",
    ],
    [{ max_cost: 1 }, "max_cost: the price of model 'm' is not known; use max_tokens"],
    [{ max_tokens: 0 }, 'max_tokens: must be more than 0'],
    [
      { provider: 'cli-cat', model: 'default', max_tokens: 9 },
      "max_tokens: the provider 'cli-cat' is a program that reports no usage; use another provider",
    ],
    [{ tools: 'bash' }, 'tools: must be a list'],
    [{ tools: ['rm'] }, 'tools: unknown rm; there are read, grep, find, ls, bash, edit, write'],
    [{ custom_tools: {} }, 'custom_tools: must be a list'],
    [
      { model: 'x' },
      "Model 'x' not found for provider 'fake'. Use GET /models to list available models.",
    ],
    [
      { provider: 'openai-codex' },
      "provider: 'openai-codex' needs a login in a browser, which this service cannot do; use a provider with an API key",
    ],
  ])('refuses a session with %j', async (change, error) => {
    const world = await open([], { CLI_AGENTS: 'cat' });
    const body = { ...request, ...change };
    const reply = await world.send({ method: 'POST', path: '/sessions', body });
    expect([reply.status, reply.json()]).toEqual([400, { error }]);
  });

  it('names the positions of wrong custom tools', async () => {
    const world = await open([]);
    const custom_tools = [
      weather,
      weather,
      { ...weather, name: 'a', http: { method: 'HEAD', url: 'https://weather.example' } },
      { ...weather, name: 'b', http: { method: 'GET' } },
      { ...weather, name: 'c', parameters: undefined },
      { ...weather, name: 'bash' },
      { ...weather, name: 'd' },
    ];
    const reply = await world.send({
      ...{ method: 'POST', path: '/sessions', body: { ...request, custom_tools } },
    });
    const refusal = { error: expect.any(String) as string, invalid_indexes: [1, 2, 3, 4, 5] };
    expect([reply.status, reply.json()]).toEqual([400, refusal]);
  });

  it.each([
    ['GET', '/nothing', 404, { error: 'Not found' }],
    ['POST', '/sessions/a%00b/prompt', 400, undefined],
    ['DELETE', '/sessions/%E0%A4%A/', 404, { error: 'Not found' }],
    ['GET', '/models/%7f/status', 400, undefined],
    ['POST', '/sessions/a%2Fb/abort', 404, { error: 'Session a/b not found' }],
  ])('refuses %s %s with %i', async (method, path, status, body) => {
    const world = await open([]);
    const reply = await world.send({ method, path, body: { message: 'Hello' } });
    const name = path.startsWith('/models') ? 'provider' : 'id';
    const text = `${name}: must be URL-encoded, without control characters`;
    expect([reply.status, reply.json()]).toEqual([status, body ?? { error: text }]);
  });

  it.each(['http://elsewhere.example', 'null'])(
    'answers to no page of the origin %s, which a browser lets send a POST (S12)',
    async (origin) => {
      const world = await open([{ text: 'Yes.' }]);
      const path = `/sessions/${await world.create()}/prompt`;
      const sent = { method: 'POST', path, body: { message: 'Hello' } };
      const refused = await world.send({ ...sent, headers: { origin } });
      const error = 'This service does not answer to pages of another origin';
      expect([refused.status, refused.json()]).toEqual([403, { error }]);
      expect(world.model.requests).toEqual([]);
      for (const headers of [{ origin: world.url }, {}]) {
        expect((await world.send({ ...sent, headers })).status).toBe(200);
      }
    },
  );

  it('answers a prompt, keeps the conversation over a restart and removes it', async () => {
    const world = await open([{ text: 'It is sunny.' }]);
    const { model } = world;
    const id = await world.create();
    const reply = await world.prompt(id, 'Weather?');
    expect([reply.status, reply.json()]).toEqual([200, { text: 'It is sunny.', usage }]);
    expect(model.requests.at(-1)).toContain('You are terse.');
    await world.platform.agents.close();
    await world.prompt(id, 'And tomorrow?');
    expect(model.requests.at(-1)).toContain('Weather?');
    const list = await world.send({ path: '/sessions' });
    const { sessions } = list.json() as { sessions: object[] };
    expect(sessions).toEqual([
      {
        ...{ session_id: id, provider: 'fake', model: 'm', busy: false },
        usage: { ...amounts, input_tokens: 6, output_tokens: 10 },
        ...{ max_cost: null, max_tokens: null },
        ...{ created_at: '2026-03-01T12:00:00.000Z', last_activity: '2026-03-01T12:00:00.000Z' },
      },
    ]);
    const gone = { method: 'DELETE', path: `/sessions/${id}` };
    expect((await world.send(gone)).json()).toEqual({ deleted: true, existed: true });
    expect((await world.send(gone)).json()).toEqual({ deleted: true, existed: false });
    const missing = await world.prompt(id);
    expect([missing.status, missing.json()]).toEqual([404, { error: `Session ${id} not found` }]);
  });

  it.each([
    ['max_tokens', { max_tokens: 12 }, '12 tokens (max_tokens)'],
    ['max_cost', { provider: 'priced', max_cost: 0.012 }, '0.012 US dollars (max_cost)'],
  ])(
    'ends a turn above %s before its tools run, and takes no more',
    async (_name, more, amount) => {
      const folder = await temporaryFolder();
      const run = (name: string): Turn => ({ tool: 'bash', input: { command: `touch ${name}` } });
      const world = await open([run('one'), run('two'), { text: 'Done.' }], {}, true);
      const id = await world.create({ cwd: folder.path, ...more });
      const reply = await world.prompt(id);
      const ended = { error: 'The budget of the session is used up', aborted: true };
      expect([reply.status, reply.json()]).toMatchObject([200, ended]);
      expect(readdirSync(folder.path)).toEqual(['one']);
      const refused = await world.prompt(id);
      const error = `The budget of session ${id}, ${amount}, is used up: create a new session`;
      expect([refused.status, refused.json()]).toEqual([403, { error }]);
      expect(world.model.requests).toHaveLength(2);
      const list = await world.send({ path: '/sessions' });
      const { sessions } = list.json() as { sessions: { usage: object }[] };
      const spent = { input_tokens: 6, output_tokens: 10 };
      const cost_usd = 'max_cost' in more ? 0.016 : 0;
      expect(sessions[0]?.usage).toEqual({ ...amounts, ...spent, cost_usd });
    },
  );

  describe('asks before a tool runs', () => {
    const bash = (command: string): Turn => ({ tool: 'bash', input: { command } });
    const streamed = (world: AgentWorld, id: string) =>
      fetch(`${world.url}/sessions/${id}/prompt`, {
        method: 'POST',
        body: '{"message": "Go"}',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      });
    const events = async (world: AgentWorld, id: string) => {
      const entries = await world.platform.feed.read(`agent-${id}`, { after: 0 });
      return entries.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    };
    const question = async (world: AgentWorld, id: string, at = 0) => {
      const asked = async () =>
        (await events(world, id)).filter(({ type }) => type === 'permission')[at];
      await expect.poll(asked).toBeDefined();
      return (await asked())!;
    };
    const answer = (world: AgentWorld, id: string, request: unknown, body: object) =>
      world.send({ method: 'POST', path: `/sessions/${id}/permissions/${String(request)}`, body });

    it('and runs what a person allows, and not what a person refuses', async () => {
      const folder = await temporaryFolder();
      const turns = [
        bash('touch one'),
        { tool: 'write', input: { path: 'two', content: 'x' } },
        { tool: 'ls', input: {} },
        { text: 'Done.' },
      ];
      const world = await open(turns);
      const id = await world.create({
        cwd: folder.path,
        tools: ['bash', 'write', 'ls'],
        ask: true,
      });
      const reply = streamed(world, id);
      const first = await question(world, id);
      expect(first).toMatchObject({ tool: 'bash', arguments: { command: 'touch one' } });
      expect(readdirSync(folder.path)).toEqual([]);
      const allowed = await answer(world, id, first['request'], { allow: true });
      expect([allowed.status, allowed.json()]).toEqual([200, { answered: true }]);
      const second = await question(world, id, 1);
      expect(second['arguments']).toEqual({ path: 'two', content: 'x' });
      await answer(world, id, second['request'], { allow: false, reason: 'Not this file.' });
      const names = eventsOf(await (await reply).text()).map(({ event }) => event);
      expect(names.filter((name) => name?.startsWith('permission'))).toEqual([
        ...['permission', 'permission_end', 'permission', 'permission_end'],
      ]);
      expect(readdirSync(folder.path)).toEqual(['one']);
      expect(world.model.requests.at(-1)).toContain('This call was not allowed: Not this file.');
      const late = await answer(world, id, first['request'], { allow: true });
      expect(late.status).toBe(404);
    });

    it.each([
      [
        'no answer in time',
        'nobody answered in time',
        (world: AgentWorld) => world.clock.advance(300_000),
      ],
      [
        'an abort',
        undefined,
        (world: AgentWorld, id: string) =>
          world.send({ method: 'POST', path: `/sessions/${id}/abort` }),
      ],
    ])('and takes %s for a no', async (_case, reason, act) => {
      const folder = await temporaryFolder();
      const world = await open([bash('touch one'), { text: 'Done.' }]);
      const id = await world.create({ cwd: folder.path, ask: ['bash', 'write', 'edit'] });
      const reply = streamed(world, id);
      const { request } = await question(world, id);
      await (await reply).body?.getReader().read();
      await act(world, id);
      expect((await answer(world, id, request, { allow: true })).status).toBe(404);
      await expect.poll(async () => (await events(world, id)).at(-1)?.['type']).toBe('done');
      expect(readdirSync(folder.path)).toEqual([]);
      if (reason === undefined) expect(world.model.requests).toHaveLength(1);
      else expect(world.model.requests.at(-1)).toContain(reason);
    });

    it('and takes a stream that ended for a no, unless its reader comes back', async () => {
      const folder = await temporaryFolder();
      const world = await open([bash('touch one'), bash('touch two'), { text: 'Done.' }]);
      const id = await world.create({ cwd: folder.path, ask: true });
      const stop = new AbortController();
      const follow = async (path: string, more: RequestInit) => {
        const reply = await fetch(world.url + path, { signal: stop.signal, ...more });
        void reply.text().catch(() => undefined);
      };
      await follow(`/sessions/${id}/prompt`, {
        ...{ method: 'POST', body: '{"message": "Go"}' },
        headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      });
      await question(world, id);
      stop.abort();
      const again = new AbortController();
      await follow(`/sessions/${id}/events`, { signal: again.signal });
      await world.clock.advance(55_000);
      expect((await events(world, id)).at(-1)?.['type']).toBe('permission');
      again.abort();
      await expect
        .poll(async () => {
          await world.clock.advance(15_000);
          return (await events(world, id)).at(-1)?.['type'];
        })
        .toBe('done');
      expect(world.clock.now().getTime()).toBeLessThan(Date.parse('2026-03-01T12:04:00Z'));
      expect(readdirSync(folder.path)).toEqual([]);
      expect(world.model.requests.at(-1)).toContain('nobody follows this turn any more');
    });

    it('and takes a prompt without a stream for a no', async () => {
      const folder = await temporaryFolder();
      const world = await open([bash('touch one'), { text: 'Done.' }]);
      const id = await world.create({ cwd: folder.path, ask: true });
      expect((await world.prompt(id)).json()).toMatchObject({ text: 'Done.' });
      const said = world.model.requests.at(-1);
      expect(said).toContain('nobody is following this turn to allow it');
      expect(readdirSync(folder.path)).toEqual([]);
    });

    it('and refuses arguments that no person could read whole', async () => {
      const folder = await temporaryFolder();
      const world = await open([bash(`${' '.repeat(20_000)}touch one`), { text: 'Done.' }]);
      const id = await world.create({ cwd: folder.path, ask: true });
      await (await streamed(world, id)).text();
      expect(world.model.requests.at(-1)).toContain('too long to be shown to a person');
      expect(readdirSync(folder.path)).toEqual([]);
    });
  });

  it('shows what was said, with tool calls, cut and without secrets (S10)', async () => {
    const command = 'echo ghp_0123456789abcdef0123456789abcdef0123; seq 9000';
    const world = await open([{ tool: 'bash', input: { command } }, { text: 'Done.' }]);
    const id = await world.create();
    const path = `/sessions/${id}/messages`;
    expect((await world.send({ path })).json()).toEqual({ total: 0, offset: 0, messages: [] });
    await world.prompt(id, 'Count\u2028up');
    await world.prompt(id, 'Again the-key-of-the-model');
    const said = { at: expect.any(String) as string, tool_calls: [], error: null };
    const call = {
      ...{ id: expect.any(String) as string, tool: 'bash', is_error: false },
      arguments: '{"command":"echo ***; seq 9000"}',
      result: expect.stringMatching(/^[^]{10000}\n\[cut: \d+ characters\]$/) as string,
    };
    const messages = [
      { ...said, role: 'user', text: 'Count\u2028up', usage: null },
      { ...said, role: 'assistant', text: '', usage: amounts, tool_calls: [call] },
      { ...said, role: 'assistant', text: 'Done.', usage: amounts },
      { ...said, role: 'user', text: 'Again ***', usage: null },
      { ...said, role: 'assistant', text: 'Done.', usage: amounts },
    ];
    const all = await world.send({ path });
    expect(all.json()).toEqual({ total: 5, offset: 0, messages });
    const some = await world.send({ path: `${path}?offset=1&limit=2` });
    expect(some.json()).toEqual({ total: 5, offset: 1, messages: messages.slice(1, 3) });
    const statuses = [`${path}?limit=0`, `${path}?limit=101`, '/sessions/ses_x/messages'];
    const replies = await Promise.all(statuses.map((one) => world.send({ path: one })));
    expect(replies.map(({ status }) => status)).toEqual([400, 400, 404]);
  });

  it.each(['its file', 'all of it'])(
    'begins no new conversation after %s was lost',
    async (what) => {
      const world = await open([{ text: 'Yes.' }]);
      const id = await world.create();
      await world.prompt(id);
      if (what === 'all of it') await world.platform.agents.remove(id);
      else await world.platform.blobs.deletePrefix('conversations/');
      const lost = await world.prompt(id);
      const error = `The conversation of session ${id} was lost with the container that kept it: create a new session`;
      expect([lost.status, lost.json()]).toEqual([404, { error }]);
    },
  );

  it.each([
    [{ message: 5 }, 400, { error: 'message: must be a text' }],
    [{ message: '' }, 400, { error: 'message: must not be empty' }],
    [[], 400, { error: 'body: must be a JSON object' }],
    ['{', 400, { error: 'Invalid JSON body' }],
    [{ message: 'x'.repeat(1024 * 1024) }, 413, { error: 'Payload too large' }],
  ])('refuses a prompt: case %#', async (body, status, error) => {
    const world = await open([]);
    const path = `/sessions/${await world.create()}/prompt`;
    const reply = await world.send({ method: 'POST', path, body });
    expect([reply.status, reply.json()]).toEqual([status, error]);
  });

  it.each(['', '// The keys of our models:\n'])(
    'masks secrets in the errors of a provider, of %j and a file (S10)',
    async (comment) => {
      const message =
        'refused the-key-of-the-model and planted-secret at https://a.example/v1?key=planted1, ' +
        'Authorization: Bearer planted2, https://user:planted3@a.example';
      const world = await open([{ status: 400, message }], { SOME_TOKEN: 'planted-secret' });
      const file = await world.platform.blobs.get('models.json');
      await world.platform.blobs.put('models.json', comment + (await text(file!.body)));
      const id = await world.create();
      const { error } = (await world.prompt(id)).json() as { error: string };
      const events = await world.send({ path: `/sessions/${id}/events` });
      for (const shown of [error, events.text]) {
        expect(shown).toContain('refused *** and ***');
        expect(shown).not.toMatch(/planted|key-of-the-model/);
      }
    },
  );

  it('takes one prompt at a time, and ends it early on demand', async () => {
    const { promise: until, resolve } = Promise.withResolvers<void>();
    const world = await open([{ text: 'word word', until }]);
    const id = await world.create();
    const first = world.prompt(id);
    await expect.poll(() => world.platform.feed.last(`agent-${id}`)).toBeGreaterThan(1);
    const second = await world.prompt(id);
    const error = `Session ${id} is busy — concurrent prompts are not supported`;
    expect([second.status, second.json()]).toEqual([409, { error }]);
    await world.send({ method: 'POST', path: `/sessions/${id}/abort` });
    const aborted = (await first).json();
    expect(aborted).toMatchObject({ text: 'word ', aborted: true });
    resolve();
    expect((await world.prompt(id)).json()).toMatchObject({ text: 'word word' });
  });

  it('says that a session which is deleted in the moment of a prompt is missing', async () => {
    const world = await open([{ text: 'Yes.' }]);
    const { promptSession } = await import('#core/agent/prompt-session.ts');
    const id = await world.create();
    const { records } = world.platform;
    const get: typeof records.get = async (...parameters) => {
      const row = await records.get(...parameters);
      await world.send({ method: 'DELETE', path: `/sessions/${id}` });
      return row;
    };
    const needs = { ...world.platform, records: { ...records, get } };
    await expect(promptSession(needs, id, 'Hello')).rejects.toThrow(`Session ${id} not found`);
  });

  it('takes one of two prompts of the same moment (R2)', async () => {
    const world = await open([{ text: 'Yes.' }]);
    const { promptSession } = await import('#core/agent/prompt-session.ts');
    const id = await world.create();
    const { records } = world.platform;
    // Both have read the session as idle before one of them claims it.
    const both = Promise.withResolvers<void>();
    let reads = 0;
    const get: typeof records.get = async (...parameters) => {
      const row = await records.get(...parameters);
      if ((reads += 1) === 2) both.resolve();
      await both.promise;
      return row;
    };
    const needs = { ...world.platform, records: { ...records, get } };
    const turns = await Promise.allSettled([1, 2].map(() => promptSession(needs, id, 'Hello')));
    const [begun] = turns.flatMap((turn) => (turn.status === 'fulfilled' ? [turn.value] : []));
    await begun?.answer;
    expect(turns.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(turns.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { kind: 'conflict', code: 'busy' },
    });
    expect(world.model.requests).toHaveLength(1);
  });

  it('ends a turn when a full disk has room again, with all of its events (R6, R7)', async () => {
    const world = await open([{ text: 'Yes.' }]);
    const { promptSession } = await import('#core/agent/prompt-session.ts');
    const { sessions } = await import('#core/agent/tables.ts');
    const { feed, records } = world.platform;
    const id = await world.create();
    let isFull = true;
    const unlessFull = <Result>(write: () => Promise<Result>) =>
      isFull ? Promise.reject(new Failure('unavailable', 'storage_full', 'full')) : write();
    const append: typeof feed.append = (...entries) => unlessFull(() => feed.append(...entries));
    const needs = { ...world.platform, feed: { ...feed, append } };
    const { answer } = await promptSession(needs, id, 'Hello');
    await expect.poll(() => world.platform.agents.busy()).toEqual([]);
    isFull = false;
    await world.clock.advance(1_000);
    expect(await answer).toMatchObject({ text: 'Yes.' });
    const events = eventsOf((await world.send({ path: `/sessions/${id}/events` })).text);
    expect(events.map(({ event }) => event)).toEqual(['turn', 'text', 'done']);
    expect(await records.get(sessions, { id })).toMatchObject({ busy_since: null });
  });

  it('continues two turns back, through the turn that runs (R6)', async () => {
    const { promise: until, resolve } = Promise.withResolvers<void>();
    const world = await open([{ text: 'word word', until }]);
    const id = await world.create();
    const { feed, records } = world.platform;
    const { sessions } = await import('#core/agent/tables.ts');
    const turn = (text: string) => ['{"type":"turn"}', JSON.stringify({ type: 'text', text })];
    const done = '{"type":"done","usage":null}';
    await feed.append(`agent-${id}`, [...turn('one'), done, ...turn('two'), done]);
    const running = world.prompt(id);
    await expect.poll(() => feed.last(`agent-${id}`)).toBeGreaterThan(7);
    const rest = { path: `/sessions/${id}/events`, headers: { 'last-event-id': '2' } };
    const events = world.send(rest);
    const { busy_since } = (await records.get(sessions, { id })) ?? {};
    expect(busy_since).toEqual(expect.any(String));
    resolve();
    await running;
    const names = eventsOf((await events).text).map(({ event }) => event);
    expect(names.slice(0, 6)).toEqual(['done', 'turn', 'text', 'done', 'turn', 'text']);
    expect(names.at(-1)).toBe('done');
    const again = await world.send(rest);
    expect(eventsOf(again.text).map(({ event }) => event)).toEqual(names);
  });

  it('streams a turn, and again after any event (R6)', async () => {
    const world = await open([{ tool: 'ls', input: {} }, { text: 'Nothing is there.' }]);
    const id = await world.create();
    const reply = await world.send({
      ...{ method: 'POST', path: `/sessions/${id}/prompt`, body: { message: 'Look' } },
      headers: { accept: 'text/event-stream' },
    });
    const events = eventsOf(reply.text);
    // A text may come in several events, as fast as they are written.
    const kinds = events.map(({ event }) => event);
    expect(kinds.filter((kind, at) => kind !== 'text' || kinds[at - 1] !== 'text')).toEqual([
      ...['turn', 'tool_start', 'tool_end', 'turn', 'text', 'done'],
    ]);
    const texts = events.filter(({ event }) => event === 'text');
    const parts = texts.map(({ data }) => (JSON.parse(data ?? '') as { text: string }).text);
    expect(parts.join('')).toBe('Nothing is there.');
    for (const [at, { id: last = '' }] of events.entries()) {
      const rest = await world.send({
        ...{ path: `/sessions/${id}/events`, headers: { 'last-event-id': last } },
      });
      expect(eventsOf(rest.text)).toEqual(events.slice(at + 1));
    }
    const whole = await world.send({ path: `/sessions/${id}/events` });
    expect(eventsOf(whole.text)).toEqual(events);
  });

  it('gives commands of the agent no secret of the service (S10)', async () => {
    const world = await open(
      [{ tool: 'bash', input: { command: 'env; pwd' } }, { text: 'Done.' }],
      { SOME_TOKEN: 'planted-secret' },
    );
    await world.prompt(await world.create());
    const seen = world.model.requests.at(-1) ?? '';
    expect(seen).toContain('PATH=');
    expect(seen).not.toContain('planted-secret');
    expect(seen).not.toContain('ADMIN_KEY');
  });

  it('offers command lines as agents, without secrets or settings of the folder (S3, S10)', async () => {
    const folder = await temporaryFolder();
    const program = '#!/bin/sh\ncat; echo " args: $*"; env\n';
    writeFileSync(join(folder.path, 'claude'), program, { mode: 0o755 });
    const environment = {
      ...{ CLI_AGENTS: 'claude', PATH: `${folder.path}:${process.env['PATH']}` },
      ...{ SOME_TOKEN: 'planted-secret', SIDECAR_KEY: '', ANTHROPIC_API_KEY: 'key-of-the-model' },
    };
    const world = await open([], environment);
    const id = await world.create({ provider: 'cli-claude', model: 'default' });
    const { text } = (await world.prompt(id, 'Who?')).json() as { text: string };
    expect(text).toContain('User: Who? args: -p --setting-sources user --strict-mcp-config');
    expect(text).toContain('ANTHROPIC_API_KEY=');
    expect(text).not.toContain('planted-secret');
  });

  it('opens no file outside of the folder of a session (S3, S9, S10)', async () => {
    const folder = await temporaryFolder();
    const [inside, outside] = [join(folder.path, 'repository'), join(folder.path, 'outside')];
    mkdirSync(join(inside, 'source'), { recursive: true });
    mkdirSync(outside);
    writeFileSync(join(outside, 'secret.txt'), 'a planted canary');
    writeFileSync(join(outside, '.netrc'), 'a planted canary');
    writeFileSync(join(inside, 'source/plain.txt'), 'a plain\nword\n');
    writeFileSync(join(inside, 'a\nb.txt'), 'planted like the other');
    symlinkSync(join(outside, 'secret.txt'), join(inside, 'link.txt'));
    symlinkSync('../outside', join(inside, 'folder'));
    symlinkSync(join(outside, 'absent.txt'), join(inside, 'dangling.txt'));
    symlinkSync('source/plain.txt', join(inside, 'harmless.txt'));
    execFileSync('mkfifo', [join(inside, 'pipe')]);
    const turns: Turn[] = [
      { tool: 'read', input: { path: join(outside, 'secret.txt') } },
      { tool: 'read', input: { path: '../outside/secret.txt' } },
      { tool: 'read', input: { path: 'link.txt' } },
      { tool: 'read', input: { path: 'folder/secret.txt' } },
      { tool: 'read', input: { path: '~/.netrc' } },
      { tool: 'read', input: { path: '/proc/self/environ' } },
      { tool: 'read', input: { path: '/dev/zero' } },
      { tool: 'read', input: { path: 'pipe' } },
      { tool: 'ls', input: { path: 'folder' } },
      { tool: 'ls', input: { path: '/proc/self' } },
      { tool: 'find', input: { pattern: '**', path: '..' } },
      { tool: 'find', input: { pattern: '*secret*' } },
      { tool: 'grep', input: { pattern: 'planted', path: '..' } },
      { tool: 'grep', input: { pattern: 'planted', path: 'link.txt' } },
      { tool: 'grep', input: { pattern: 'plant(ed)' } },
      { tool: 'write', input: { path: '../outside/new.txt', content: 'x' } },
      { tool: 'write', input: { path: 'folder/new/file.txt', content: 'x' } },
      { tool: 'write', input: { path: 'dangling.txt', content: 'x' } },
      { tool: 'write', input: { path: 'link.txt', content: 'x' } },
      { tool: 'write', input: { path: 'pipe', content: 'x' } },
      { tool: 'edit', input: { path: 'link.txt', edits: [{ oldText: 'a', newText: 'b' }] } },
      { tool: 'read', input: { path: 'harmless.txt' } },
      {
        tool: 'edit',
        input: { path: 'harmless.txt', edits: [{ oldText: 'word', newText: 'end' }] },
      },
      { tool: 'write', input: { path: 'new/deep/file.txt', content: 'written' } },
      { text: 'Done.' },
    ];
    const world = await open(turns, { HOME: outside });
    const tools = ['read', 'grep', 'find', 'ls', 'edit', 'write'];
    const id = await world.create({ cwd: inside, tools });
    expect((await world.prompt(id)).json()).toMatchObject({ text: 'Done.' });
    const seen = world.model.requests.at(-1) ?? '';
    expect(world.model.requests).toHaveLength(turns.length);
    for (const secret of ['canary', 'PATH=', 'absent']) expect(seen).not.toContain(secret);
    for (const said of ['a?b.txt:1: planted like the other', 'a plain']) {
      expect(seen).toContain(said);
    }
    expect(readdirSync(outside).sort()).toEqual(['.netrc', 'secret.txt']);
    expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('a planted canary');
    expect(readFileSync(join(inside, 'source/plain.txt'), 'utf8')).toBe('a plain\nend\n');
    expect(readFileSync(join(inside, 'new/deep/file.txt'), 'utf8')).toBe('written');
  });

  it('reads instructions and skills of the working folder, and never its extensions (S3)', async () => {
    const folder = await temporaryFolder();
    const canary = join(folder.path, 'canary');
    mkdirSync(join(folder.path, '.pi/extensions'), { recursive: true });
    mkdirSync(join(folder.path, '.pi/skills/lamps'), { recursive: true });
    const script = `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(canary)}, ''); export default () => {};`;
    writeFileSync(join(folder.path, '.pi/extensions/evil.ts'), script);
    const settings = { extensions: ['.pi/extensions/evil.ts'], packages: ['evil'] };
    writeFileSync(join(folder.path, '.pi/settings.json'), JSON.stringify(settings));
    const skill = '---\nname: lamps\ndescription: Lights the lamps\n---\nLight them.';
    writeFileSync(join(folder.path, '.pi/skills/lamps/SKILL.md'), skill);
    writeFileSync(join(folder.path, 'AGENTS.md'), 'Prefer short words.');
    const world = await open([{ tool: 'ls', input: {} }, { text: 'Yes.' }]);
    await world.prompt(await world.create({ cwd: folder.path }));
    const [asked = ''] = world.model.requests;
    expect(asked).toMatch(/AGENTS\.md:\\n<(data-\w+)>\\nPrefer short words\.\\n<\/\1>/);
    expect(asked).toContain('Lights the lamps');
    expect(world.model.requests.at(-1)).toContain('AGENTS.md');
    expect(world.model.requests.at(-1)).not.toContain('canary');
  });

  it('takes from no file outside what it tells the model of the working folder (S3, S9)', async () => {
    const folder = await temporaryFolder();
    const inside = join(folder.path, 'repository');
    const secret = join(folder.path, 'secret.txt');
    mkdirSync(join(folder.path, 'skills'));
    mkdirSync(join(inside, '.pi/prompts'), { recursive: true });
    const skill = '---\nname: x\ndescription: a planted canary\n---\n';
    for (const file of [secret, join(folder.path, 'AGENTS.md')]) writeFileSync(file, skill);
    writeFileSync(join(folder.path, 'skills/x.md'), skill);
    writeFileSync(join(inside, '.pi/APPEND_SYSTEM.md'), 'a planted canary');
    execFileSync('mkfifo', [join(inside, '.pi/SYSTEM.md')]);
    symlinkSync(secret, join(inside, 'AGENTS.md'));
    symlinkSync(secret, join(inside, '.pi/prompts/x.md'));
    symlinkSync(join(folder.path, 'skills'), join(inside, '.pi/skills'));
    const world = await open([{ text: 'Yes.' }]);
    await world.prompt(await world.create({ cwd: inside, system_prompt: secret }), '/x');
    expect(world.model.requests.join()).toContain(secret);
    expect(world.model.requests.join()).not.toContain('canary');
  });

  it('calls the HTTP service of a custom tool, whose failure is an answer to the model', async () => {
    const calls: string[] = [];
    const service = await standIn(({ method, path }, response) => {
      calls.push(`${method} ${path}`);
      response.writeHead(calls.length > 1 ? 404 : 200).end('sun');
    });
    const url = `${service.url}/weather/{city}`;
    const http = { method: 'GET', url, query_params: { unit: '{unit}' } };
    const turns: Turn[] = [
      { tool: 'weather', input: { city: 'Ro/me', unit: 'C' } },
      { tool: 'weather', input: { city: '..' } },
      { tool: 'weather', input: { city: 'x' } },
      { text: 'Sunny.' },
    ];
    const world = await open(turns);
    const id = await world.create({ tools: [], custom_tools: [{ ...weather, http }] });
    expect((await world.prompt(id)).json()).toMatchObject({ text: 'Sunny.' });
    expect(world.model.tools()).toEqual(['weather']);
    expect(calls).toEqual(['GET /weather/Ro%2Fme?unit=C', 'GET /weather/x?unit=']);
    const last = world.model.requests.at(-1) ?? '';
    expect(last).toContain('HTTP 404: sun');
    expect(last).toContain('The tool failed: An argument leads to another folder of the URL');
  });

  it('cuts a large answer of a tool, and follows it to no other private host (S4)', async () => {
    const { url, port } = await standIn(({ path }, response) => {
      const to = { '/same': `${url}/large`, '/other': `http://127.0.0.2:${port}/large` };
      const location = to[path as keyof typeof to];
      if (location === undefined) response.end('é'.repeat(10 * 1024 * 1024));
      else response.writeHead(302, { location }).end();
    });
    const tool = (name: string) => ({
      ...{ ...weather, name },
      http: { method: 'GET', url: `${url}/${name}` },
    });
    const turns = [{ tool: 'same', input: {} }, { tool: 'other', input: {} }, { text: 'Done.' }];
    const world = await open(turns);
    const custom_tools = [tool('same'), tool('other')];
    await world.prompt(await world.create({ tools: [], custom_tools }));
    const seen = world.model.requests.join('\n');
    const [large] = /é+\\n\[cut at 1 MiB\]/.exec(seen) ?? [];
    expect(large).toHaveLength(512 * 1024 + '\\n[cut at 1 MiB]'.length);
    expect(seen).toContain('The tool failed: 127.0.0.2');
  });

  it.each([
    ['a step up, encoded', () => '%2e%2e'],
    ['a path', () => '..%2Foutside'],
    ['the end of the id of another session', (id: string) => id.replace('ses_', '')],
  ])('deletes no file for an id that is %s (S5)', async (_case, wrong) => {
    const world = await open([{ text: 'Yes.' }]);
    const id = await world.create();
    await world.prompt(id);
    await world.platform.blobs.put('outside/file', 'text');
    const reply = await world.send({ method: 'DELETE', path: `/sessions/${wrong(id)}` });
    expect([reply.status, reply.json()]).toEqual([200, { deleted: true, existed: false }]);
    expect(await world.platform.blobs.get('outside/file')).toBeDefined();
    expect(await world.platform.blobs.get('models.json')).toBeDefined();
    expect((await world.prompt(id)).json()).toMatchObject({ text: 'Yes.' });
  });

  it('removes sessions after an hour without a prompt', async () => {
    const world = await open([{ text: 'Yes.' }]);
    const { removeIdleSessions } = await import('#core/agent/sessions.ts');
    const old = await world.create();
    await world.clock.advance(50 * 60_000);
    const young = await world.create();
    await world.clock.advance(11 * 60_000);
    await removeIdleSessions(world.platform);
    expect((await world.prompt(old)).status).toBe(404);
    expect((await world.prompt(young)).status).toBe(200);
  });

  it('removes no session whose turn takes longer than an hour', async () => {
    const { promise: until, resolve } = Promise.withResolvers<void>();
    const world = await open([{ text: 'word word', until }]);
    const { removeIdleSessions } = await import('#core/agent/sessions.ts');
    const id = await world.create();
    const running = world.prompt(id);
    await expect.poll(() => world.platform.feed.last(`agent-${id}`)).toBeGreaterThan(1);
    await world.clock.advance(2 * 3_600_000);
    await removeIdleSessions(world.platform);
    resolve();
    expect((await running).json()).toMatchObject({ text: 'word word' });
    expect((await world.prompt(id)).status).toBe(200);
  });

  it('finishes running prompts when it stops, and takes no more', async () => {
    const { promise: until, resolve } = Promise.withResolvers<void>();
    const world = await open([{ text: 'word word', until }]);
    const [busy, idle] = [await world.create(), await world.create()];
    const running = world.prompt(busy);
    await expect.poll(() => world.platform.feed.last(`agent-${busy}`)).toBeGreaterThan(1);
    const stopped = world.stop();
    const health = await world.send({ path: '/health' });
    const message = 'Server is shutting down';
    expect([health.status, health.json()]).toEqual([503, { status: 'draining', message }]);
    const error = { error: message };
    const refused = await world.send({ method: 'POST', path: '/sessions', body: request });
    expect([refused.status, refused.json()]).toEqual([503, error]);
    const prompted = await world.prompt(idle);
    expect([prompted.status, prompted.json()]).toEqual([503, error]);
    resolve();
    expect((await running).json()).toMatchObject({ text: 'word word' });
    await stopped;
  });

  it('says of a turn that an earlier process began that it was interrupted (R1)', async () => {
    const world = await open([]);
    const { endInterruptedTurns } = await import('#core/agent/follow-turn.ts');
    const { sessions } = await import('#core/agent/tables.ts');
    const id = await world.create();
    const busy_since = '2026-03-01T11:00:00.000Z';
    await world.platform.records.update(sessions, { id }, { busy_since });
    await world.platform.feed.append(`agent-${id}`, ['{"type":"turn"}']);
    await endInterruptedTurns(world.platform);
    await endInterruptedTurns(world.platform);
    const events = await world.send({ path: `/sessions/${id}/events` });
    expect(eventsOf(events.text).map(({ event, data }) => [event, data])).toEqual([
      ['turn', '{}'],
      ['done', '{"usage":null,"error":"interrupted"}'],
    ]);
    expect(world.model.requests).toEqual([]);
  });

  it('counts what an interrupted turn has used', async () => {
    const world = await open([{ text: 'Yes.' }]);
    const { endInterruptedTurns } = await import('#core/agent/follow-turn.ts');
    const { sessions } = await import('#core/agent/tables.ts');
    const { nothing } = await import('#core/agent/limits/budget.ts');
    const id = await world.create({ max_tokens: 8 });
    await world.prompt(id);
    // As if the process had ended before the end of the turn was written.
    const busy_since = '2026-03-01T11:00:00.000Z';
    await world.platform.records.update(sessions, { id }, { busy_since, spent: nothing });
    await endInterruptedTurns(world.platform);
    expect((await world.prompt(id)).status).toBe(403);
  });

  it('leaves the turns of the container before it alone until that has ended (R1)', async () => {
    const world = await open([]);
    const { startAgent } = await import('#core/agent/start-agent.ts');
    const { sessions } = await import('#core/agent/tables.ts');
    const [old, young] = [await world.create(), await world.create()];
    const begin = (id: string) => {
      const busy_since = world.clock.now().toISOString();
      return world.platform.records.update(sessions, { id }, { busy_since });
    };
    await begin(old);
    await world.clock.advance(1);
    const stop = await startAgent({ ...world.platform, home: cloud({}) }, () => undefined);
    await begin(young);
    await world.clock.advance(29_999);
    expect(await world.platform.feed.last(`agent-${old}`)).toBe(0);
    await world.clock.advance(1);
    await expect.poll(() => world.platform.feed.last(`agent-${old}`)).toBe(1);
    expect(await world.platform.feed.last(`agent-${young}`)).toBe(0);
    await stop();
  });
});

interface Sent {
  readonly id?: string;
  readonly event?: string;
  readonly data?: string;
}

function eventsOf(text: string): Sent[] {
  const blocks = text.split('\n\n').filter((block) => block.startsWith('id:'));
  return blocks.map((block) => {
    const pairs = block.split('\n').map((line) => /^(\w+): (.*)$/s.exec(line)?.slice(1) ?? []);
    return Object.fromEntries(pairs as [string, string][]);
  });
}
