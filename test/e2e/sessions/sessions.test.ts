import { appendFileSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  jsonl,
  openSessionsWorld,
  said,
  sessionsKey,
  withKey,
} from '#test/support/sessions/sessions-world.ts';
import type { SessionsWorld } from '#test/support/sessions/sessions-world.ts';
import { recordingShell } from '#test/support/command-line/recording-shell.ts';
import { homes } from '#test/support/homes.ts';
import { sessions } from '../../../scripts/commands/sessions.ts';

const first = '11111111-2222';
const at = (minute: number) => `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z`;

/** The interface of the session search, on any home. */
describe.each(homes({ quick: ['laptop', 'AWS'] }))('session search on $name', ({ name, home }) => {
  let world: SessionsWorld;
  beforeAll(async () => {
    world = await openSessionsWorld(home);
    await world.write(
      `-home-ada--lantern/${first}.jsonl`,
      jsonl(
        { type: 'summary', summary: 'error', slug: 'quiet-lamp' },
        said('user', 'Why is there an ERROR?', {
          ...{ uuid: 'u1', parentMessageUuid: null, timestamp: at(1) },
          ...{ cwd: '/home/ada/.lantern', gitBranch: 'main' },
        }),
        'not json: error',
        said('assistant', [{ type: 'tool_use', name: 'Bash', input: { text: 'error' } }], {
          ...{ uuid: 'u2', timestamp: at(2), gitBranch: 'fix-17' },
        }),
        said('user', [{ type: 'tool_result', content: 'error' }], { uuid: 'u3' }),
        said('assistant', [{ type: 'text', text: `${'a'.repeat(60)}Error${'b'.repeat(60)}` }], {
          ...{ uuid: 'u4', parentUuid: 'u3', timestamp: at(4) },
        }),
      ),
    );
    await world.write(
      '-srv-app/agent-2.jsonl',
      jsonl(said('user', 'an error, in another project', { timestamp: at(3), sessionId: first })),
    );
    await world.write('-srv-app/sub/ignored.jsonl', jsonl(said('user', 'error')));
    await world.write('-srv-app/.hidden.jsonl', jsonl(said('user', 'error')));
    await world.write('-srv-app/notes.txt', jsonl(said('user', 'error')));
    await world.write(
      '-srv-app/.history.jsonl',
      jsonl(
        { prompt: 'Fix the error', timestamp: at(5), sessionId: 'agent-2' },
        { display: 'Explain', timestamp: at(6), sessionId: 'agent-2' },
      ),
    );
    await world.write(
      'history.jsonl',
      jsonl({
        ...{ display: 'error?', timestamp: Date.parse(at(7)) },
        ...{ project: '/home/ada/.lantern', sessionId: first },
      }),
    );
  });

  const summary = {
    ...{ id: first, slug: 'quiet-lamp', project_path: '/home/ada/.lantern' },
    ...{ project_name: '.lantern', git_branch: 'fix-17', created_at: at(1), updated_at: at(4) },
    ...{ message_count: 4, title: 'error', assistant: 'claude', parent_id: null },
  };
  const other = {
    ...{ id: 'agent-2', slug: null, project_path: '/srv/app', project_name: 'app' },
    ...{ git_branch: null, created_at: at(3), updated_at: at(3), message_count: 1 },
    ...{ title: 'an error, in another project', assistant: 'claude', parent_id: first },
  };
  const hit = (session: string, uuid: string | null, type: string, minute: number) => ({
    session_id: session,
    project_path: session === first ? '/home/ada/.lantern' : '/srv/app',
    message_uuid: uuid,
    message_type: type,
    timestamp: at(minute),
  });
  const long = {
    ...hit(first, 'u4', 'assistant', 4),
    snippet: `...${'a'.repeat(50)}Error${'b'.repeat(50)}...`,
  };
  const inOther = {
    ...hit('agent-2', null, 'user', 3),
    snippet: 'an error, in another project',
  };
  const short = { ...hit(first, 'u1', 'user', 1), snippet: 'Why is there an ERROR?' };
  const prompts = [
    { project_path: '/home/ada/.lantern', prompt: 'error?', timestamp: at(7), session_id: first },
    {
      ...{ project_path: '/srv/app', prompt: 'Fix the error', timestamp: at(5) },
      session_id: 'agent-2',
    },
  ];
  const found = (...sessions: object[]) =>
    sessions.map((each) => ({ ...each, is_active: expect.any(Boolean) as boolean }));

  it.each([
    ['/search/messages?q=error', [long, inOther, short]],
    ['/search/messages?q=eRRor&limit=1', [long]],
    ['/search/messages?q=error&order=file', [short, long, inOther]],
    ['/search/messages?q=error&project=srv', [inOther]],
    ['/search/messages?q=error&from=2026-03-01&to=2026-03-01T10:02:00Z', [short]],
    // Both ends count.
    ['/search/messages?q=error&from=2026-03-01T10:01:00Z&to=2026-03-01T10:01:00Z', [short]],
    ['/search/messages?q=error&to=2026-03-01T10:00:59.999Z', []],
    ['/search/messages?q=.*', []],
    ['/search/messages?q=error&role=assistant', [long]],
    ['/search/messages?q=error&role=user', [inOther, short]],
    // Tool calls by their names and values, and what they answered.
    [
      '/search/messages?q=bash&tools=true',
      [{ ...hit(first, 'u2', 'assistant', 2), snippet: 'Bash\nerror' }],
    ],
    ['/search/messages?q=bash&tools=true&role=user', []],
    ['/search/messages?q=tool_use&tools=true', []],
    ['/search/messages?q=bash&tools=false', []],
    ['/search/messages?q=bash', []],
    ['/search/history?q=ERROR', prompts],
    ['/search/history?q=error&from=2026-03-01T10:06:00Z', prompts.slice(0, 1)],
    ['/search?q=1111', found(summary)],
    ['/search?q=fix-17', found(summary)],
    ['/search?q=ada/.lantern', found(summary)],
    ['/search?q=a', found(other, summary)],
    ['/search?q=a&project=ada', found(summary)],
    ['/search?q=a&from=2026-03-01T10:04:00Z', found(summary)],
    ['/sessions', found(summary, other)],
    [`/sessions/${first}`, found(summary)[0]],
    [
      `/sessions/${first}/messages?limit=1&offset=3`,
      [
        {
          ...{ uuid: 'u4', parent_uuid: 'u3', type: 'assistant', timestamp: at(4) },
          text: `${'a'.repeat(60)}Error${'b'.repeat(60)}`,
        },
      ],
    ],
    [
      '/projects',
      [
        {
          ...{ project_path: '/home/ada/.lantern', project_name: '.lantern' },
          ...{ session_count: 1, message_count: 4, updated_at: at(4) },
        },
        {
          ...{ project_path: '/srv/app', project_name: 'app' },
          ...{ session_count: 1, message_count: 1, updated_at: at(3) },
        },
      ],
    ],
    [
      '/stats',
      {
        ...{ projects: 2, sessions: 2, active_sessions: expect.any(Number) as number },
        ...{ messages: 5, bytes: expect.any(Number) as number },
      },
    ],
  ])('answers %s', async (path, answer) => {
    expect(await world.get(path)).toEqual(answer);
  });

  it.each(['/search', '/search/messages', '/search/history'])(
    '%s refuses a wrong query, and names what is wrong',
    async (path) => {
      const cases = {
        '': 'q: must be given',
        '?q=': 'q: must not be empty',
        '?q=a&limit=0': 'limit: must be a whole number from 1 to 500',
        '?q=a&limit=501': 'limit: must be a whole number from 1 to 500',
        '?q=a&limit=1.5': 'limit: must be a whole number from 1 to 500',
        '?q=a&limit=': 'limit: must be a whole number from 1 to 500',
        '?q=a&from=soon': 'from: must be a date such as 2026-01-31',
        '?q=a&to=2026-02-31': 'to: must be a date such as 2026-01-31',
        '?q=a&from=2026-02-29T10:00:00Z': 'from: must be a date such as 2026-01-31',
        ...(path.endsWith('messages') && {
          '?q=a&role=system': expect.stringMatching(/^role: /) as string,
        }),
      };
      for (const [query, detail] of Object.entries(cases)) {
        const { status, json } = await world.send({ path: path + query, headers: withKey });
        expect([query, status, json()]).toEqual([query, 422, { detail }]);
      }
    },
  );

  it('finds a line that was just appended, and forgets what was removed', async () => {
    const path = '-srv-app/appended.jsonl';
    const entry = said('user', 'needle one');
    await world.write(path, jsonl(entry));
    expect(await world.get('/search/messages?q=needle')).toHaveLength(1);
    expect(await world.get('/search?q=appended')).toMatchObject([{ message_count: 1 }]);
    await world.write(path, jsonl(entry, said('user', 'needle two')));
    expect(await world.get('/search/messages?q=needle')).toHaveLength(2);
    expect(await world.get('/search?q=appended')).toMatchObject([{ message_count: 2 }]);
    await world.write(path, jsonl(said('user', 'Needle one')));
    expect(await world.get('/search/messages?q=needle%20two')).toEqual([]);
    await world.write(path, '');
    expect(await world.get('/search/messages?q=needle')).toEqual([]);
  });

  it.each([
    ['/search/messages?q=beacon', 'searched'],
    ['/sessions', 'listed'],
  ])('warns of malformed lines: %s', async (path, name) => {
    // A file of its own: requests before this one have told of the others.
    const file = `-srv-app/${name}.jsonl`;
    await world.write(file, jsonl('not json: beacon', said('user', 'a lamp'), '{"beacon'));
    const before = world.logs.length;
    await world.get(path);
    const warnings = world.logs.slice(before).filter((line) => line['file'] === file);
    const message = 'malformed lines were skipped';
    expect(warnings).toEqual([expect.objectContaining({ level: 'WARNING', message, lines: 2 })]);
  });

  it('answers 404 for an unknown session', async () => {
    for (const path of ['/sessions/none', '/sessions/none/messages', '/sessions/..%2Fx']) {
      const { status, json } = await world.send({ path, headers: withKey });
      expect([status, json()]).toEqual([404, { detail: expect.any(String) as string }]);
    }
  });

  it('asks for its key', async () => {
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
    const cases: [string | undefined, number][] = [
      [undefined, 401],
      ['Bearer wrong', 401],
      ['Bearer', 401],
      [basic('ada:wrong'), 401],
      [basic('ada:the key of the stored sessions'), 200],
      [withKey.authorization, 200],
    ];
    for (const [authorization, status] of cases) {
      const headers = authorization === undefined ? {} : { authorization };
      const reply = await world.send({ path: '/search?q=a', headers });
      expect([authorization, reply.status]).toEqual([authorization, status]);
      if (status === 401) expect(reply.headers['www-authenticate']).toBe('Bearer');
    }
  });

  it.runIf(name === 'AWS')('lantern sessions push uploads what is new or changed', async () => {
    const world = await openSessionsWorld(home);
    const file = join(world.folder, '-srv/one.jsonl');
    mkdirSync(join(world.folder, '-srv'));
    writeFileSync(file, jsonl(said('user', 'A lamp')));
    writeFileSync(join(world.folder, '-srv/.history.jsonl'), jsonl({ prompt: 'lamp?' }));
    writeFileSync(join(world.folder, '../history.jsonl'), jsonl({ display: 'lamp!' }));
    // The storage's clock has seconds.
    utimesSync(file, 1, 1);
    const push = async () => {
      const variables = { SESSIONINFO_DIR: world.folder, SESSIONINFO_KEY: sessionsKey };
      const shell = recordingShell(variables);
      const code = await sessions(['push', '--json', '--server-url', world.url], shell);
      return { code, ...(JSON.parse(shell.printed().stdout) as { pushed: number }) };
    };
    expect(await push()).toMatchObject({ code: 0, pushed: 3, failed: [] });
    expect(await world.get('/search/messages?q=LAMP')).toHaveLength(1);
    expect(await world.get('/search/history?q=lamp')).toHaveLength(2);
    appendFileSync(file, jsonl(said('user', 'Another lamp')));
    utimesSync(file, 1, 1);
    expect(await push()).toMatchObject({ code: 0 });
    expect(await world.get('/search/messages?q=lamp')).toHaveLength(2);
    for (const path of [
      '../x/y.jsonl',
      'a/b/c.jsonl',
      'x.jsonl',
      'a/.b.jsonl',
      'a/b.txt',
      '/a.jsonl',
    ]) {
      const reply = await world.send({
        ...{ method: 'POST', path: '/uploads', headers: withKey, body: { path } },
      });
      expect([path, reply.status]).toEqual([path, 422]);
    }
  });
});
