import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readConfiguration } from '#core/webhook/configuration/read-configuration.ts';
import { isViewer } from '#core/scm/viewer.ts';
import { tellPermissions } from '#core/webhook/upkeep/permissions.ts';
import { settingsOf } from '#core/webhook/configuration/settings-of.ts';
import type { Scm } from '#core/scm/client.ts';
import { setCheck } from '#core/webhook/pulls/set-check.ts';
import { putComment } from '#core/scm/comments.ts';
import type { Pull } from '#core/webhook/pulls/pull.ts';
import { scmFor } from '#core/webhook/configuration/scm-for.ts';
import { eachTest } from '#test/support/each-test.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import type { HostReply } from '#test/support/scm/reply.ts';
import { head, hostToken } from '#test/support/scm/state.ts';
import { webhookWorld } from '#test/support/webhook/webhook-world.ts';

const world = eachTest(async () => {
  const opened = await webhookWorld();
  const { host, platform } = opened;
  host.tokens.set('second-token', 'second-bot');
  const open = (tokens = [hostToken], options: Parameters<typeof scmFor>[2] = {}) =>
    scmFor(platform, { scm: { url: host.origin, isTrusted: true }, tokens }, options);
  return { ...opened, open };
});

const seven = () => world().host.seven;
const comments = '/repos/owner/repo/issues/7/comments';
const label = '/repos/owner/repo/issues/7/labels/wip';
const delays = [2_000, 4_000, 8_000, 16_000];
const limited: HostReply = { status: 403, headers: { 'retry-after': '30' }, body: {} };
const fault = (status: number): HostReply => ({ status, body: { message: 'broken' } });

/** Lets every pause pass, in turn. */
async function passPauses() {
  const { clock } = world();
  for (const delay of delays) {
    await expect.poll(() => clock.sleeping()).toBe(1);
    await clock.advance(delay - 1);
    expect(clock.sleeping()).toBe(1);
    await clock.advance(1);
  }
}

async function passFirstPause() {
  await expect.poll(() => world().clock.sleeping()).toBe(1);
  await world().clock.advance(2_000);
}

describe('the code host of a repository', () => {
  it.each([500, 502, 503, 504, undefined])(
    'is asked 5 times after %s, 2, 4, 8 and 16 s apart',
    async (status) => {
      const { host, open, stopHost } = world();
      if (status === undefined) await stopHost();
      else host.faults.push(...Array.from({ length: 5 }, () => fault(status)));
      const scm = open();
      const failed = expectFailure(scm.json(comments), 'upstream');
      await passPauses();
      await failed;
      expect(scm.calls()).toBe(5);
    },
  );

  it.each([400, 401, 404, 409, 410, 422, 501])('is asked once after %i', async (status) => {
    const { host, open } = world();
    host.faults.push(fault(status));
    const scm = open();
    await expect(scm.json(comments)).rejects.toMatchObject({ extra: { status } });
    expect(scm.calls()).toBe(1);
  });

  it.each<['PUT' | 'PATCH' | 'DELETE' | 'POST', boolean | undefined, number]>([
    ['PUT', undefined, 2],
    ['PATCH', undefined, 2],
    ['DELETE', undefined, 2],
    ['POST', undefined, 1],
    ['POST', true, 2],
    ['PUT', false, 1],
  ])('gets a %s again with mayRepeat %s: %i requests', async (method, mayRepeat, requests) => {
    const { host, open } = world();
    host.faults.push(fault(502));
    const call = open().call('/nowhere', { method, ...(mayRepeat !== undefined && { mayRepeat }) });
    const ended = call.catch((error: unknown) => error);
    if (requests > 1) await passFirstPause();
    await ended;
    expect(host.requests).toHaveLength(requests);
  });

  const place = { path: '/repos/owner/repo', number: 7, key: 'a' };
  const pull = { name: { owner: 'owner', repo: 'repo', number: '7' }, headSha: head } as Pull;
  const check = { name: 'a', state: 'success', title: 'b', text: 'c' } as const;

  it.each([
    ['a comment', 502, (scm: Scm) => putComment(scm, place, 'hello')],
    ['a comment', 0, (scm: Scm) => putComment(scm, place, 'hello')],
    ['a check run', 502, (scm: Scm) => setCheck({ scm }, pull, check)],
    ['a check run', 0, (scm: Scm) => setCheck({ scm }, pull, check)],
  ])(
    'R1 creates %s once, whether a POST with the end %i had its effect',
    async (_, status, work) => {
      const { host, open } = world();
      const real = host.handle;
      for (const hadEffect of [true, false]) {
        seven().comments.splice(0);
        host.repository.checkRuns.splice(0);
        let posts = 0;
        host.handle = (request) => {
          const isPost = request.method === 'POST' && request.path !== '/graphql';
          if (!isPost || (posts += 1) > 1) return real(request);
          if (hadEffect) real(request);
          return fault(status);
        };
        const ended = work(open());
        await passFirstPause();
        await ended;
        const created = seven().comments.length + host.repository.checkRuns.length;
        expect({ created, posts }).toEqual({ created: 1, posts: hadEffect ? 1 : 2 });
      }
    },
  );

  it('R1 sends a POST that creates 5 times at most, each after a look', async () => {
    const { host, open } = world();
    const real = host.handle;
    host.handle = (request) => (request.method === 'POST' ? fault(503) : real(request));
    const failed = expectFailure(putComment(open(), place, 'hello'), 'upstream');
    await passPauses();
    await failed;
    const methods = host.requests.map(({ method }) => method);
    expect(methods).toEqual(['GET', 'GET', 'GET', 'GET', 'GET']);
  });

  it('has deleted what a repeated DELETE does not find (R1)', async () => {
    const { host, open } = world();
    seven().labels.add('wip');
    host.afterChange = () => fault(502);
    const removed = open().call(label, { method: 'DELETE' });
    await passFirstPause();
    expect((await removed).status).toBe(404);
    await expectFailure(open().call(label, { method: 'DELETE' }), 'missing');
  });
});

/** The users whose tokens were used, one for each request. */
function users(): (string | undefined)[] {
  const { tokens, requests } = world().host;
  return requests.map(({ headers }) => tokens.get(headers['authorization']?.slice(7) ?? ''));
}

describe('an app', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const permissions = { checks: 'write', contents: 'write', issues: 'write', actions: 'write' };

  async function install() {
    const { host, configure, clock, platform } = world();
    host.isApp = false;
    host.now = () => clock.now();
    const app = { id: '12', publicKey, permissions, installedIn: 'owner/repo' };
    host.app = { ...app, tokens: new Map() };
    await platform.blobs.put('app.pem', privateKey);
    await configure('scm-app-id: 12\nscm-app-private-key-file: app.pem');
    return host.app;
  }
  const open = async () =>
    scmFor(world().platform, await settingsOf(world().platform, 'owner/repo'));

  it('creates check runs, which no token of a person may, and is known as the bot', async () => {
    await install();
    const pull = { name: { owner: 'owner', repo: 'repo', number: '7' }, headSha: head } as Pull;
    const check = { name: 'a', state: 'success', title: 'b', text: 'c' } as const;
    expect(await setCheck({ scm: world().open() }, pull, check)).toBe('status');
    expect(await setCheck({ scm: await open() }, pull, check)).toBe('run');
    expect(await isViewer(await open(), { login: 'Lantern[bot]' })).toBe(true);
  });

  it('logs in once an hour, and again when its token is taken back', async () => {
    const app = await install();
    for (const jump of [0, 50 * 60_000, 6 * 60_000]) {
      world().clock.jump(jump);
      await (await open()).json(comments);
    }
    expect(app.tokens.size).toBe(2);
    app.tokens.clear();
    await (await open()).json(comments);
    expect(app.tokens.size).toBe(1);
  });

  it.each([
    ['an id that is none', 'scm-app-id: 13', 0],
    ['a clock that is behind', 'scm-app-id: 12', -3_600_000],
    ['a clock that is ahead', 'scm-app-id: 12', 3_600_000],
  ])('is refused with %s', async (_, line, skew) => {
    const { host, clock, configure, platform } = world();
    await install();
    await configure(`${line}\nscm-app-private-key-file: app.pem`);
    host.now = () => new Date(clock.now().getTime() - skew);
    const { fileProblem = '' } = await settingsOf(platform, 'owner/repo');
    expect(fileProblem).toMatch(/401.*check scm-app-id and its private key/);
  });

  it('S10 has its key masked, and needs one that can be used', async () => {
    const { configure, platform } = world();
    await install();
    expect((await readConfiguration(platform)).known).toContain(privateKey);
    await platform.blobs.put('app.pem', 'no key');
    await configure('scm-app-id: 12\nscm-app-private-key-file: app.pem\nport: 1');
    const { fileProblem } = await settingsOf(platform, 'owner/repo');
    expect(fileProblem).toBe(
      'The private key of the app cannot be used: it has to be an RSA key in PEM',
    );
    await configure('scm-app-id: 12\nport: 2');
    await expectFailure(readConfiguration(platform), 'configuration');
  });

  it('has the permissions named that it lacks, as a token has', async () => {
    const { configure, host, platform, problems } = world();
    await install();
    await tellPermissions(platform);
    const all = 'statuses: read, pull_requests: write';
    expect(problems().at(-1)).toMatchObject({ repository: 'owner/repo', permissions: all });
    await configure();
    const real = host.handle;
    host.handle = (request) => (request.path.endsWith('/status') ? fault(403) : real(request));
    await tellPermissions(platform);
    expect(problems().at(-1)).toMatchObject({ permissions: 'statuses: read' });
  });
});

describe('several tokens', () => {
  const two = [hostToken, 'second-token'];

  it.each([
    ['the second', 10, 'second-bot'],
    ['the first', 5_000, 'lantern-bot'],
  ])('are chosen by what the rate limit leaves: %s', async (_, remaining, user) => {
    const { host, open } = world();
    host.remaining.set('lantern-bot', remaining);
    const scm = open(two);
    await scm.json(comments);
    await scm.json(comments);
    expect(users().slice(2)).toEqual([user, user]);
    expect(scm.calls()).toBe(4);
  });

  it('are asked in turn when one is refused for a rate limit, also to repeat a POST', async () => {
    const { host, open } = world();
    host.faults.push(undefined, undefined, limited);
    const scm = open(two);
    await scm.json(comments, { method: 'POST', body: { body: 'hello' } });
    await scm.json(comments);
    expect(users().slice(2)).toEqual(['lantern-bot', 'second-bot', 'second-bot']);
    expect(host.changes).toHaveLength(1);
  });

  it('leave out one that is not valid, and are not compared when there is one', async () => {
    const { open, host } = world();
    await open(['wrong', hostToken]).json(comments);
    expect(users().at(-1)).toBe('lantern-bot');
    host.requests.splice(0);
    await open().json(comments);
    expect(host.requests.map(({ path }) => path)).toEqual([comments]);
  });
});

describe('a dry run', () => {
  it('reads, and tells what it would change', async () => {
    const { host, open } = world();
    const told: string[] = [];
    const scm = open([hostToken], { isDryRun: true, tell: (message) => void told.push(message) });
    expect(await scm.json(comments)).toEqual([]);
    host.faults.push({ status: 200, body: { data: { viewer: 1 } } });
    expect(await scm.graphql('query Viewer { viewer }', {})).toEqual({ viewer: 1 });
    expect(await scm.json(comments, { method: 'POST', body: { body: 'x' } })).toEqual({});
    expect(await scm.graphql('mutation Resolve { x }', {})).toEqual({});
    await scm.call(label, { method: 'DELETE' });
    expect(told).toEqual([
      `Would POST ${comments}`,
      'Would POST /graphql',
      `Would DELETE ${label}`,
    ]);
    expect(host.changes).toEqual([]);
    expect(scm.calls()).toBe(2);
  });
});

describe('the settings of a repository', () => {
  const own = '.scm-webhook-server.yaml';
  const file = (text: string) => world().host.contents.set(`${own}@main`, text);

  it('are those of its own file, its entry and the root, in this order', async () => {
    const { configure, platform } = world();
    file('minimum-lgtm: 3\nlabels: {colors: {hold: red}}');
    await configure(
      'minimum-lgtm: 1\ndefault-status-checks: [root]\nlabels: {enabled-labels: [size]}\nlog-level: debug',
      '    minimum-lgtm: 2\n    default-status-checks: [entry]\n',
    );
    expect(await settingsOf(platform, 'owner/repo')).toMatchObject({
      ...{ fullName: 'owner/repo', minimumLgtm: 3, requiredChecks: ['entry'], logLevel: 'DEBUG' },
      ...{ labelColors: { hold: 'ff0000' }, enabledLabels: new Set(['size']) },
    });
  });

  it.each([
    ['a key', 'docs: {url: "https://evil.example"}', 'docs is not a known key'],
    ['a token', 'scm-tokens: [x]', 'scm-tokens is not a known key'],
    ['a code host', 'scm-api-url: https://evil.example', 'scm-api-url is not a known key'],
    ['no YAML', 'a: [', 'line 2, column 5'],
    [
      'a thousand aliases',
      `events: &a [x]\ndefault-status-checks: [${'*a,'.repeat(1_000)}]`,
      'aliases',
    ],
  ])('ignore an own file with %s, and log it (S9)', async (_, text, reason) => {
    const { configure, platform, problems } = world();
    file(`minimum-lgtm: 3\n${text}`);
    await configure();
    expect(await settingsOf(platform, 'owner/repo')).toMatchObject({
      ...{ minimumLgtm: 0, docs: undefined, tokens: [hostToken], scm: { isTrusted: true } },
    });
    expect(problems()).toEqual([
      expect.objectContaining({ reason: expect.stringContaining(reason) as string }),
    ]);
  });

  it('R9 ignore an own file that cannot be read, for once, and know the problem', async () => {
    const { configure, host, platform, problems } = world();
    file('minimum-lgtm: 3');
    host.faults.push(fault(403));
    await configure();
    expect(await settingsOf(platform, 'owner/repo')).toMatchObject({
      ...{ minimumLgtm: 0, fileProblem: expect.stringContaining('403') as string },
    });
    expect(problems()).toHaveLength(1);
    expect(await settingsOf(platform, 'owner/repo')).toMatchObject({
      ...{ minimumLgtm: 3, fileProblem: undefined },
    });
  });

  it.each([
    [`x: ${'x'.repeat(65_536)}`, 'it is longer than 64 KiB'],
    [
      Array.from({ length: 5_000 }, (_, at) => `k${at}: 1`).join('\n'),
      `line 10: k9 is not a known key.; and more`,
    ],
    [`${'x'.repeat(60_000)}: 1`, `line 1: ${'x'.repeat(100)} is not a known key.`],
    [`${' '.repeat(30_000)}\n${'- '.repeat(15_000)}\nminimum-lgtm: a`, 'line '],
  ])('S15 name the first ten problems of a large own file: case %#', async (text, end) => {
    const { configure, platform } = world();
    file(text);
    await configure();
    const { fileProblem = '' } = await settingsOf(platform, 'owner/repo');
    expect(fileProblem).toContain(end);
    expect(fileProblem.length).toBeLessThan(1_000);
  });

  it('are none for another owner, and name the repository as it is configured (S4)', async () => {
    const { configure, platform } = world();
    await configure();
    await expectFailure(settingsOf(platform, 'evil/repo'), 'missing');
    await expectFailure(settingsOf(platform, 'owner/other'), 'missing');
    expect((await settingsOf(platform, 'OWNER/repo')).fullName).toBe('owner/repo');
  });
});
