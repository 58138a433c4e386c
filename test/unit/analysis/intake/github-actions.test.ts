import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { Ci, CiAccess, CiBuild } from '#core/analysis/intake/ci/ci.ts';
import { openCi } from '#core/analysis/intake/ci/open-ci.ts';
import { localTrees } from '#core/platform/adapters/local/trees.ts';
import { netFetch } from '#core/platform/adapters/net/fetch/fetch.ts';
import type { Clock } from '#core/platform/ports/clock.ts';
import { eachTest } from '#test/support/each-test.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { httpTarget } from '#test/support/http/http-target.ts';
import { scmHost } from '#test/support/scm/host.ts';
import { serveHost } from '#test/support/scm/server.ts';
import { hostToken, type HostWorkflowJob, type HostWorkflowRun } from '#test/support/scm/state.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const clock: Clock = { now: () => new Date(), sleep: async () => {} };
const name = 'owner/repo/tests.yml';

const world = eachTest(async () => {
  const [host, folder] = [scmHost({ files: [] }), await temporaryFolder()];
  const server = await serveHost(host);
  /** Contents by path, at another origin. */
  const stored: Record<string, string | Uint8Array> = {};
  const storage = await httpTarget(({ headers, url = '' }, response) => {
    // The storage of GitHub refuses a second login beside that in its URLs.
    if (headers.authorization !== undefined) response.writeHead(400).end('Two logins');
    else
      response.writeHead(stored[url.slice(1)] === undefined ? 404 : 200).end(stored[url.slice(1)]);
  });
  const lines: string[] = [];
  const open = (access: Partial<CiAccess> = {}): Ci => {
    const log = (...line: readonly unknown[]) => void lines.push(JSON.stringify(line));
    // The storage is a public host.
    const isPublic = (address: string) => address === '127.0.0.1';
    const fetch = netFetch({ allowPrivate: false, isPublic, clock, log });
    const trees = localTrees({ directory: folder.path });
    const tls = { verifyTls: true, timeoutSeconds: 30, isTrusted: true };
    const login = { url: host.origin, user: undefined, password: hostToken };
    return openCi({ fetch, trees, clock }, { kind: 'github-actions', ...login, ...tls, ...access });
  };
  return {
    ...{ host, stored, storage: storage.origin, open, lines },
    async close() {
      await server.close();
      await storage.close();
      await folder.remove();
    },
  };
});

function addRun(run_number: number, run: Partial<HostWorkflowRun> = {}) {
  world().host.repository.workflowRuns.push({
    ...{ id: 5_000 + run_number, name: 'tests', run_number, run_attempt: 1, head_sha: 'a' },
    ...{ conclusion: 'failure', pull_requests: [] },
    html_url: `https://github.com/owner/repo/actions/runs/${5_000 + run_number}`,
    ...run,
  });
}

function store(path: string, content: string | Uint8Array): string {
  world().stored[path] = content;
  return `${world().storage}/${path}`;
}

function addArtifact(id: number, artifact: string, files: Record<string, string>, run = 5_007) {
  const zip = zipSync(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])),
  );
  const { artifacts } = world().host.repository;
  const url = store(`artifact-${id}`, zip);
  artifacts.push({ id, name: artifact, size_in_bytes: zip.length, expired: false, run, url });
}

const read = async () => {
  const ci = world().open();
  const build = await ci.build(name, 7);
  if (!build) throw new Error('no build');
  return { ci, build };
};

describe('a run of a workflow', () => {
  it.each<[string | null, string, CiBuild['result']]>([
    ['success', 'completed', 'success'],
    ['failure', 'completed', 'failure'],
    ['timed_out', 'completed', 'failure'],
    ['startup_failure', 'completed', 'failure'],
    ['cancelled', 'completed', 'aborted'],
    ['skipped', 'completed', 'other'],
    [null, 'in_progress', undefined],
    [null, 'queued', undefined],
  ])('with conclusion %s and status %s is %s', async (conclusion, status, result) => {
    addRun(7, { conclusion, status });
    addArtifact(31, 'logs', { a: 'a' });
    expect(await world().open().build(name, 7)).toEqual({
      ...{ name, number: 7, url: 'https://github.com/owner/repo/actions/runs/5007', result },
      artifacts: result === undefined ? [] : [{ path: 'logs.zip', id: '31' }],
    });
  });

  it.each([
    ['its file', 'tests.yml', 7],
    ['its own name', 'The .github/workflows/tests.yml', undefined],
    ['a file that is absent', 'none.yml', undefined],
  ])('is found by %s', async (_case, workflow, found) => {
    addRun(7);
    const build = await world()
      .open()
      .build(`owner/repo/${workflow}`, 7)
      .catch(() => 'refused');
    expect(build).toEqual(
      found === undefined
        ? expect.toBeOneOf([undefined, 'refused'])
        : expect.objectContaining({ number: found }),
    );
  });

  it.each([
    ...['', 'owner/repo', 'a/b/c/d', '../../x', 'owner/../x', 'owner/repo/..', 'o?/r/w', 'o/r#/w'],
    ...['owner/repo/a\n', `o/r/${'w'.repeat(300)}`],
  ])('is not asked for under the name %j (S5)', async (bad) => {
    const failure = await expectFailure(world().open().build(bad, 7), 'invalid', 'bad_name');
    expect(failure.message).toContain('owner/repo/workflow');
    expect(world().host.requests).toEqual([]);
  });

  it.each([
    ['the newest', 5_000, [], 1],
    ['the oldest', 1, [], 2],
    ['after many that were deleted', 900, [1_000, 4_900], 8],
    ['that does not exist yet', 5_001, [], 1],
  ])('is found among 5,000 in few pages: %s', async (_case, number, [from = 0, to = 0], most) => {
    for (let at = 1; at <= 5_000; at += 1) if (at < from || at > to || from === 0) addRun(at);
    const exists = number > 0 && number <= 5_000 && !(from > 0 && number >= from && number <= to);
    const build = await world().open().build(name, number);
    expect(build?.number).toBe(exists ? number : undefined);
    const pages = world().host.requests.filter(({ path }) => path.includes('/runs?'));
    expect(pages.length).toBeLessThanOrEqual(most);
  });
});

describe('its report', () => {
  const junit = (test: string) =>
    `<testsuite><testcase classname="shop" name="${test}" time="1.5"><failure message="boom">at x</failure></testcase><testcase name="fine"/></testsuite>`;

  it('is the JUnit XML of all artifacts', async () => {
    addRun(7);
    addArtifact(31, 'coverage', {
      'c.xml': '<coverage/>',
      'broken.xml': '<testsuite><a',
      'x.txt': junit('no'),
    });
    const mocha = '{"stats":{},"passes":[],"failures":[{"title":"a"}]}';
    addArtifact(32, 'junit', { 'a/deep/r.xml': junit('a'), 'b.xml': junit('b'), 'c.json': mocha });
    addArtifact(33, 'other run', { 'a.xml': junit('other') }, 5_008);
    const { ci, build } = await read();
    const failure = { error_message: 'boom', stack_trace: 'at x', duration: 1.5, status: 'FAILED' };
    expect(await ci.report(build)).toEqual({
      failures: [
        { test_name: 'shop.a', ...failure },
        { test_name: 'shop.b', ...failure },
      ],
      passed: ['fine', 'fine'],
      leftOut: ['coverage/broken.xml', 'coverage/c.xml'],
    });
    expect(await ci.failedChildren(build, 'Build x #1 completed: FAILURE')).toEqual([]);
  });

  it('is in another format where there is no XML', async () => {
    addRun(7);
    const test = { title: 'a', err: { message: 'boom' } };
    addArtifact(31, 'mocha', {
      'r.json': JSON.stringify({ stats: {}, passes: [], failures: [test] }),
      'package.json': '{}',
    });
    const { ci, build } = await read();
    const { failures, leftOut } = await ci.report(build);
    expect(failures).toMatchObject([{ test_name: 'a', error_message: 'boom' }]);
    expect(leftOut).toEqual(['mocha/package.json']);
  });

  it('S6: does not unpack what is too large', async () => {
    addRun(7);
    addArtifact(31, 'junit', { 'a.xml': junit('a') });
    const [artifact] = world().host.repository.artifacts;
    if (artifact) Object.assign(artifact, { size_in_bytes: 1e9 });
    const { ci, build } = await read();
    expect((await ci.report(build)).failures).toEqual([]);
  });
});

describe('its console', () => {
  const log = (...lines: string[]) =>
    lines
      .map((line, at) => `${at === 0 ? '\uFEFF' : ''}2026-01-01T00:00:0${at}.1234567Z ${line}\n`)
      .join('');

  type JobCase = readonly [name: string, conclusion: string | null, log?: string];

  function addJobs(...jobs: readonly JobCase[]) {
    const all = jobs.map(([job, conclusion, text], id): HostWorkflowJob => {
      const url = text === undefined ? {} : { url: store(`log-${id}`, text) };
      return { id, name: job, conclusion, run: 5_007, ...url };
    });
    world().host.repository.workflowJobs.push(...all);
  }

  it.each<[string, readonly JobCase[], string]>([
    [
      'the logs of the failed jobs',
      [
        ['lint', 'success', log('fine')],
        ['unit', 'failure', log('a', 'b')],
        ['e2e', 'timed_out', log('c')],
      ],
      'Job unit:\na\nb\nJob e2e:\nc',
    ],
    [
      'without a log that has expired',
      [
        ['unit', 'failure'],
        ['e2e', 'failure', log('c')],
      ],
      'Job e2e:\nc',
    ],
  ])('is %s', async (_case, jobs, expected) => {
    addRun(7);
    addJobs(...jobs);
    const { ci, build } = await read();
    const lines: string[] = [];
    await ci.console(build, (line) => lines.push(line));
    expect(lines.join('\n')).toBe(expected);
  });

  it('keeps the numbers of the lines of a single log', async () => {
    addRun(7);
    addJobs(['unit', 'failure', log('a', 'b')], ['lint', 'success', log('fine')]);
    const { ci, build } = await read();
    const lines: string[] = [];
    await ci.console(build, (line) => lines.push(line));
    expect(lines).toEqual(['a', 'b']);
  });
});

it('an artifact comes from the storage of GitHub, which does not get the token (S4, S10)', async () => {
  addRun(7);
  addArtifact(31, 'logs', { a: 'a' });
  const { ci, build } = await read();
  let size = 0;
  const receive = async (parts: AsyncIterable<Uint8Array>) => {
    for await (const part of parts) size += part.length;
  };
  const [artifact] = build.artifacts;
  if (artifact) await ci.download(build, artifact, receive, 1e6);
  expect(size).toBeGreaterThan(100);
  expect(world().lines.join()).not.toContain(hostToken);
});

describe('a GitHub that does not answer as it should', () => {
  const html = '<html>not found</html>';
  const refusal = (status: number, headers = {}, body: unknown = '') => ({ status, headers, body });
  const limits = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '9999999999' };
  const location = 'http://169.254.169.254/';
  it.each([
    ['401', refusal(401, {}, html), 'unauthorized', 'bad_login'],
    ['403', refusal(403, {}, { message: 'Not accessible' }), 'unauthorized', 'forbidden'],
    ['a used-up rate limit', refusal(403, limits, {}), 'upstream', 'rate_limited'],
    ['429', refusal(429, { 'retry-after': '3600' }), 'upstream', 'rate_limited'],
    ['500', refusal(500, {}, html), 'upstream', 'bad_status'],
    ['no JSON', refusal(200, {}, html), 'upstream', 'unreadable'],
    ['other JSON', refusal(200, {}, { workflow_runs: [{}] }), 'upstream', 'unreadable'],
    ['10 MB', refusal(200, {}, 'x'.repeat(11e6)), 'upstream', 'too_large'],
    ['a redirect to a private address', refusal(302, { location }), 'invalid', 'private_address'],
  ] as const)('%s', async (_case, fault, kind, code) => {
    const { host, open, lines } = world();
    for (let at = 0; at < 3; at += 1) host.faults.push(fault);
    const failure = await expectFailure(open().build(name, 7), kind, code);
    expect(`${failure.message}${lines.join()}`).not.toContain(hostToken);
  });
});
