import { readdirSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openAgentWorld, type AgentWorld } from '#test/support/agent/agent-world.ts';
import type { Turn } from '#test/support/ai/model-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

async function open(
  turns: readonly Turn[],
  environment: Record<string, string> = {},
): Promise<AgentWorld> {
  const world = await openAgentWorld(turns, environment);
  onTestFinished(() => world.close());
  return world;
}

const accept = 'text/html';
const submit = (world: AgentWorld, path: string, fields: object, headers: object = {}) =>
  world.send({
    ...{ method: 'POST', path, body: new URLSearchParams({ ...fields }).toString() },
    headers: { accept, 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
const show = async (world: AgentWorld, path: string) => {
  const reply = await world.send({ path, headers: { accept } });
  expect(reply.status).toBe(200);
  return reply.text;
};
const prompt = {
  ...{ model: 'fake m', message: 'Look', system_prompt: 'Terse.' },
  ...{ cwd: '', tools: 'all', max_tokens: '' },
};

describe('the pages of the agent service', () => {
  it('try a prompt without scripts, and show what was said as text (S11)', async () => {
    const world = await open([
      { tool: 'ls', input: { path: '<b>' } },
      { text: 'Done. <script>alert(1)</script>' },
    ]);
    expect(await show(world, '/')).toMatch(/aria-current="page">Sessions<[^]*No sessions yet/);
    const sent = await submit(world, '/try', { ...prompt, tools: 'reading' });
    expect(sent.status).toBe(303);
    const path = sent.headers['location'] ?? '';
    const page = await show(world, path);
    for (const text of ['Look', '<summary>ls', '&#60;b&#62;', 'Done.', '16 tokens', '$0.00']) {
      expect(page).toContain(text);
    }
    expect(page).not.toMatch(/<b>|<script>alert/);
    expect(await show(world, '/')).toContain(`href="${path}"`);
    const { recent } = (await world.send({ path: '/overview' })).json() as { recent: object[] };
    expect(recent).toMatchObject([{ text: 'Session with m (fake)', path }]);
    expect((await world.send({ path: '/overview?q=agent' })).json()).toMatchObject({
      found: [
        { kind: 'command', text: 'Sessions', hint: 'Agent', path: '/' },
        { kind: 'command', text: 'API reference', hint: 'Agent', path: '/api' },
        { kind: 'command', text: 'Try a prompt', hint: 'Agent', path: '/#try-title' },
      ],
    });
    const again = await submit(world, path, { task: 'prompt', message: 'And then?' });
    expect([again.status, again.headers['location']]).toEqual([303, path]);
    expect(await show(world, path)).toContain('And then?');
    expect(world.model.tools()).toEqual(['read', 'grep', 'find', 'ls']);
  });

  it('ask before a tool runs, end a turn, and delete a session once that is confirmed', async () => {
    const folder = await temporaryFolder();
    const run = (name: string): Turn => ({ tool: 'bash', input: { command: `touch ${name}` } });
    const world = await open([run('one'), run('two'), run('three'), { text: 'Done.' }]);
    const sending = submit(world, '/try', { ...prompt, cwd: folder.path });
    const { platform, clock } = world;
    await expect.poll(() => platform.agents.busy().length).toBe(1);
    const [id = ''] = platform.agents.busy();
    const path = `/read/${id}`;
    const requestOf = (page: string) => /name="request" value="([^"]+)"/.exec(page)?.[1];
    const asked = async (command: string) => {
      await expect.poll(() => show(world, path)).toContain(command);
      return requestOf(await show(world, path));
    };
    const first = await asked('touch one');
    // Nobody follows a stream, and the page shows the question all the same.
    await clock.advance(60_000);
    expect((await sending).headers['location']).toBe(path);
    await submit(world, path, { task: 'allow', request: first });
    const second = await asked('touch two');
    expect((await submit(world, path, { task: 'allow', request: first })).status).toBe(404);
    await submit(world, path, { task: 'refuse', request: second });
    await asked('touch three');
    await submit(world, path, { task: 'abort' });
    await expect.poll(() => show(world, path)).toContain('idle');
    expect(readdirSync(folder.path)).toEqual(['one']);
    const question = await submit(world, path, { task: 'delete' });
    expect(question.text).toContain('Delete this session?');
    expect(await show(world, path)).toContain('touch two');
    await submit(world, path, { task: 'delete', sure: 'yes' });
    const gone = await world.send({ path, headers: { accept } });
    expect([gone.status, gone.text]).toEqual([
      404,
      expect.stringContaining('There is no session with this id.') as string,
    ]);
  });

  it.each([
    [{ message: ' ' }, 'Prompt must not be empty'],
    [{ model: 'fake' }, 'Model must be a text'],
    [{ max_tokens: '1.5' }, 'Token limit must be a whole number'],
    [{ cwd: 'here' }, 'Folder must be the absolute path'],
  ])('say what is wrong with %j', async (change, text) => {
    const world = await open([]);
    const reply = await submit(world, '/try', { ...prompt, ...change });
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(text) as string]);
    expect((await world.send({ path: '/sessions' })).json()).toEqual({ sessions: [] });
  });

  it('ask a browser for the key, and take no form of another site (S12)', async () => {
    const world = await open([{ text: 'Yes.' }], { SIDECAR_KEY: 'a-key' });
    const refused = await world.send({ path: '/', headers: { accept } });
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([
      401,
      'Basic realm="Lantern", charset="UTF-8"',
    ]);
    const authorization = `Basic ${Buffer.from('anyone:a-key').toString('base64')}`;
    const page = await world.send({ path: '/', headers: { accept, authorization } });
    expect(page.status).toBe(200);
    for (const origin of ['http://elsewhere.example', 'null']) {
      const reply = await submit(world, '/try', prompt, { authorization, origin });
      expect(reply.status).toBe(403);
    }
    expect(world.model.requests).toEqual([]);
    const own = await submit(world, '/try', prompt, { authorization, origin: world.url });
    expect(own.status).toBe(303);
  });
});
