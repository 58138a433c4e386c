import { describe, expect, it } from 'vitest';
import { nextPage, scmClient } from '#core/scm/client.ts';
import { ghSender } from '#core/scm/gh-sender.ts';
import { restSender } from '#core/scm/rest-sender.ts';
import { textReply } from '#core/scm/send.ts';
import { publicApi, scmSettings } from '#core/scm/settings.ts';
import { listFiles } from '#core/scm/changed-files.ts';
import { readDiff, readPullRequest } from '#core/scm/pull-request.ts';
import { netFetch } from '#core/platform/adapters/net/fetch/fetch.ts';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import type { ProgramRun } from '#core/platform/ports/programs/programs.ts';
import { eachTest } from '#test/support/each-test.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { scmHost } from '#test/support/scm/host.ts';
import type { HostReply } from '#test/support/scm/reply.ts';
import { serveHost } from '#test/support/scm/server.ts';
import { hostToken } from '#test/support/scm/state.ts';

const files = Array.from({ length: 250 }, (_, at) => ({ filename: `f${at}.ts` }));

const world = eachTest(async () => {
  const host = scmHost({ files });
  await serveHost(host);
  const clock = manualClock();
  const logged: string[] = [];
  const log = (...line: unknown[]) => void logged.push(JSON.stringify(line));
  const fetch = netFetch({ allowPrivate: false, clock: systemClock(), log });
  const open = (token = hostToken, trusted = true) =>
    scmClient({ clock, send: restSender({ fetch }, { url: host.origin, token, trusted }) });
  return { host, clock, logged, open };
});

const secondary = { message: 'You have exceeded a secondary rate limit.' };
const limited = (status: number, headers = {}, body: unknown = secondary): HostReply => ({
  ...{ status, headers, body },
});
const now = Date.parse('2026-01-01T00:00:00Z') / 1_000;

describe('the code-host client', () => {
  it('reads all pages by the Link header, and counts its calls', async () => {
    const scm = world().open();
    const all = (await scm.all('/repos/owner/repo/pulls/7/files')) as { filename: string }[];
    expect(all.map(({ filename }) => filename)).toEqual(files.map(({ filename }) => filename));
    expect(scm.calls()).toBe(3);
  });

  it.each([
    ['Retry-After', limited(429, { 'retry-after': '7' }), 7_000],
    ['Retry-After of a 403', limited(403, { 'retry-after': '7' }), 7_000],
    [
      'the reset of the primary limit',
      limited(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now + 20) }),
      21_000,
    ],
    ['a minute after a secondary limit without a time', limited(403), 60_000],
  ])('waits for %s, also to repeat a POST', async (_, fault, wait) => {
    const { host, clock, open } = world();
    host.faults.push(fault);
    const body = { body: 'text', event: 'COMMENT' };
    const posted = open().json('/repos/owner/repo/pulls/7/reviews', { method: 'POST', body });
    await expect.poll(() => clock.sleeping()).toBe(1);
    await clock.advance(wait - 1);
    expect(host.requests).toHaveLength(1);
    await clock.advance(1);
    await posted;
    expect(host.requests).toHaveLength(2);
    expect(host.reviews).toHaveLength(1);
  });

  it('does not wait longer than its patience for a rate limit', async () => {
    const { host, open } = world();
    host.faults.push(limited(429, { 'retry-after': '3600' }));
    const failure = await expectFailure(open().json('/x'), 'too-many', 'rate_limited');
    expect(failure.message).toContain('try again in 3600 s');
  });

  it.each([
    [401, 'upstream', 'bad_token', /Bad credentials: check SCM_TOKEN or GH_TOKEN$/],
    [404, 'missing', 'not_found', /answered 404 to GET \/nowhere: Not Found$/],
  ] as const)('%i is a Failure with the words of the host', async (status, kind, code, text) => {
    const scm = world().open(status === 401 ? 'wrong' : hostToken);
    const failure = await expectFailure(scm.json('/nowhere?page=2'), kind, code);
    expect(failure.message).toMatch(text);
  });

  it('S10: the token is in no log line and no error, even when the host repeats it', async () => {
    const { host, logged, open } = world();
    const token = `ghp_${'x'.repeat(36)}`;
    host.faults.push({ status: 500, body: { message: `no: ${token}` } });
    const failure = await expectFailure(open(token).json('/x', { method: 'POST' }), 'upstream');
    expect(failure.message).toContain('no: ***');
    expect(logged.join('\n') + failure.stack).not.toContain(token);
    expect(logged).not.toHaveLength(0);
  });

  it('S4: sends nothing to another host, and to a private address only by the operator', async () => {
    const { host, open } = world();
    const link = '<http://127.0.0.1:1/files?page=2>; rel="next"';
    host.faults.push({ status: 200, headers: { link }, body: [] });
    await expectFailure(open().all('/repos/owner/repo/pulls/7/files'), 'upstream', 'foreign_page');
    await expectFailure(open(hostToken, false).json('/x'), 'invalid', 'private_address');
  });

  it('has the time-outs of the requirement', async () => {
    const { host } = world();
    const clock = manualClock();
    const times: [string, number][] = [];
    const scm = scmClient({
      clock,
      send: async ({ path, accept, timeoutMilliseconds, method }) => {
        times.push([path.replace(/^.*pulls/, ''), timeoutMilliseconds]);
        clock.jump(1_000);
        const headers = { accept, authorization: `Bearer ${hostToken}` };
        const reply = host.handle({ method, path, headers, body: '' });
        return textReply(JSON.stringify(reply.body), reply.status, reply.headers);
      },
    });
    const name = { owner: 'owner', repo: 'repo', number: '7' };
    await readPullRequest(scm, name);
    await readDiff(scm, name);
    await listFiles(scm, name);
    expect(times).toEqual([
      ['/7', 60_000],
      ['/7', 120_000],
      ['/7/files?per_page=100', 120_000],
      ['/7/files?per_page=100&page=2', 119_000],
      ['/7/files?per_page=100&page=3', 118_000],
    ]);
  });
});

describe('gh', () => {
  const environment = { PATH: '/bin', HOME: '/h', GH_TOKEN: 'hidden-1', SCM_TOKEN: 'hidden-2' };
  const ask = (result: { code: number; stdout?: string; stderr?: string }, url = publicApi) => {
    const runs: ProgramRun[] = [];
    const send = ghSender(
      {
        environment,
        run: async (run) => {
          runs.push(run);
          return { end: 'exited', stdout: '', stderr: '', ...result };
        },
      },
      { url, directory: '/' },
    );
    const scm = scmClient({ clock: manualClock(), send });
    return { runs, scm };
  };
  const head = 'HTTP/2.0 200 OK\nContent-Type: application/json\r\nLink: <x>\r\n\r\n';

  it('S10: gets its request by arguments and stdin, without any token', async () => {
    const { runs, scm } = ask({ code: 0, stdout: `${head}{"id": 1}` });
    const call = { method: 'POST', body: { text: '{owner}' } } as const;
    expect(await scm.json('/repos/o/r/x', call)).toEqual({ id: 1 });
    expect(runs[0]).toMatchObject({
      program: 'gh',
      arguments: [
        ...['api', '--include', '--method', 'POST'],
        ...['--header', 'Accept: application/vnd.github+json', '--input', '-', '/repos/o/r/x'],
      ],
      input: '{"text":"{owner}"}',
    });
    expect(JSON.stringify(runs)).not.toContain('hidden');
  });

  it.each([
    [
      'the status of an answer',
      { code: 1, stdout: head.replace('200 OK', '404 Not Found') },
      'missing',
      'not_found',
    ],
    [
      'that it is not logged in',
      { code: 4, stderr: 'run: gh auth login' },
      'upstream',
      'not_logged_in',
    ],
    [
      'that the network fails',
      { code: 1, stderr: 'error connecting to api.github.com\ncheck your internet connection' },
      'upstream',
      'unreachable',
    ],
    ['any other failure', { code: 2, stderr: 'unknown flag' }, 'upstream', 'gh_failed'],
  ] as const)('reports %s', async (_, result, kind, code) => {
    const { scm } = ask(result);
    await expectFailure(scm.json('/x', { method: 'POST' }), kind, code);
  });

  it('is not asked again for what it cannot do', async () => {
    const { runs, scm } = ask({ code: 1, stderr: 'it broke' });
    await expectFailure(scm.json('/x'), 'upstream', 'gh_failed');
    expect(runs).toHaveLength(1);
  });
});

describe('nextPage', () => {
  it.each([
    [undefined, undefined],
    ['<u?page=1>; rel="prev", <u?page=3,4>; rel="next"', 'u?page=3,4'],
    ['<u>; rel=next', 'u'],
    ['<u>; rel="nextish"', undefined],
    ['<u>; rel="last"', undefined],
  ])('%s', (link, next) => {
    expect(nextPage(link)).toBe(next);
  });
});

describe('SCM_API_URL', () => {
  it.each([
    ['https://ghe.example/api/v3/', 'https://ghe.example/api/v3'],
    ['http://127.0.0.1:80', 'http://127.0.0.1'],
    ['ghe.example', undefined],
    ['https://user:pass@ghe.example', undefined],
    ['file:///etc', undefined],
  ])('%s', (text, url) => {
    const read = () => scmSettings({ SCM_API_URL: text }).SCM_API_URL;
    if (url === undefined) expect(read).toThrow('must be an http or https URL without a login');
    else expect(read()).toBe(url);
  });
});
