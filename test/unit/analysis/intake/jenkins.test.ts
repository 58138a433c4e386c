import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Ci, CiAccess, CiBuild } from '#core/analysis/intake/ci/ci.ts';
import { openCi } from '#core/analysis/intake/ci/open-ci.ts';
import { localTrees } from '#core/platform/adapters/local/trees.ts';
import { netFetch } from '#core/platform/adapters/net/fetch/fetch.ts';
import type { Clock } from '#core/platform/ports/clock.ts';
import { testCertificate } from '#test/support/http/certificate.ts';
import { eachTest } from '#test/support/each-test.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { startJenkins, type JenkinsCase } from '#test/support/analysis/jenkins/jenkins.ts';

const clock: Clock = { now: () => new Date(), sleep: async () => {} };

const world = eachTest(async () => {
  const jenkins = await startJenkins();
  const lines: string[] = [];
  const open = (access: Partial<CiAccess> = {}, allowPrivate = false): Ci => {
    const log = (...line: readonly unknown[]) => void lines.push(JSON.stringify(line));
    const fetch = netFetch({ allowPrivate, clock, log });
    const trees = localTrees({ directory: '/nowhere' });
    const { url, user, token } = jenkins;
    const tls = { verifyTls: true, timeoutSeconds: 30, isTrusted: true };
    return openCi(
      { fetch, trees, clock },
      { kind: 'jenkins', url, user, password: token, ...tls, ...access },
    );
  };
  return { jenkins, open, lines, close: () => jenkins.close() };
});

const build: CiBuild = { name: 'job', number: 7, url: '', result: 'failure', artifacts: [] };

async function downloaded(ci: Ci, id: string, maxBytes = 1e6): Promise<string> {
  const parts: Uint8Array[] = [];
  const receive = async (arriving: AsyncIterable<Uint8Array>) => {
    for await (const part of arriving) parts.push(part);
  };
  await ci.download(build, { path: id, id }, receive, maxBytes);
  return Buffer.concat(parts).toString();
}

describe('a build of Jenkins', () => {
  it.each([
    ['job', 1],
    ['folder/sub folder/ünï-cödé 100% & more', 2],
    ['org/repo/feature%2Fx', 3],
    ['a?b#c;d\\e/job/job', 4],
    ["'; rm -rf $(x)", 5],
  ])('is found under the name %s', async (name, number) => {
    const { jenkins, open } = world();
    jenkins.add(name, number, { artifacts: { 'a/b.txt': 'x' } });
    expect(await open().build(name, number)).toEqual({
      ...{ name, number, url: jenkins.page(name, number).slice(0, -1), result: 'failure' },
      artifacts: [{ path: 'a/b.txt', id: 'a/b.txt' }],
    });
    expect(await open().build(name, 99)).toBeUndefined();
  });

  it.each(['../x', 'a/../../user', 'a//b', '/a', 'a/', '.', '', 'a\nb', 'a\0', 'x'.repeat(2_000)])(
    'is not asked for under the name %j (S5)',
    async (name) => {
      await expectFailure(world().open().build(name, 1), 'invalid', 'bad_name');
      expect(world().jenkins.requests).toEqual([]);
    },
  );

  it.each<[string | null, boolean, CiBuild['result']]>([
    ['SUCCESS', false, 'success'],
    ['FAILURE', false, 'failure'],
    ['UNSTABLE', false, 'unstable'],
    ['ABORTED', false, 'aborted'],
    ['NOT_BUILT', false, 'other'],
    ['constructor', false, 'other'],
    ['FAILURE', true, undefined],
    [null, true, undefined],
    [null, false, undefined],
  ])('with result %s, building: %s, is %s', async (result, building, expected) => {
    const { jenkins, open } = world();
    jenkins.add('job', 7, { result, building });
    expect((await open().build('job', 7))?.result).toBe(expected);
  });

  it('is read over TLS, with an unknown certificate only when that is allowed', async () => {
    const jenkins = await startJenkins(testCertificate());
    jenkins.add('job', 7);
    const { url, token: password } = jenkins;
    const careless = { url, password, verifyTls: false };
    expect((await world().open(careless).build('job', 7))?.number).toBe(7);
    const careful = world().open({ ...careless, verifyTls: true });
    await expectFailure(careful.build('job', 7), 'upstream', 'unreachable');
    await jenkins.close();
  });
});

describe('the test report', () => {
  const failed = (name: string, more: Partial<JenkinsCase> = {}): JenkinsCase => ({
    ...{ className: 'com.Shop', name, status: 'FAILED', duration: 1.5 },
    ...{ errorDetails: 'boom', errorStackTrace: 'boom\n at Shop' },
    ...more,
  });
  const expected = (test_name: string, more = {}) => ({
    ...{ test_name, status: 'FAILED', duration: 1.5 },
    ...{ error_message: 'boom', stack_trace: 'boom\n at Shop' },
    ...more,
  });
  const passed = (name: string): JenkinsCase => ({ className: 'c', name, status: 'PASSED' });

  it('gives FAILED and REGRESSION, with className.name', async () => {
    const { jenkins, open } = world();
    const cases: JenkinsCase[] = [
      passed('a'),
      failed('buys'),
      { name: 's', status: 'SKIPPED' },
      { name: 'f', status: 'FIXED' },
      failed('pays {"cases":[{"status":"FAILED"}]} \\', { status: 'REGRESSION' }),
      failed('alone', { className: null, errorDetails: null, errorStackTrace: '\n at line 1\n' }),
      failed('silent', { errorDetails: null, errorStackTrace: null, duration: -1 }),
    ];
    jenkins.add('job', 7, { cases });
    const { failures, passed: passes } = await open().report(build);
    expect(passes).toEqual(['c.a', 'f']);
    expect(failures).toEqual([
      expected('com.Shop.buys'),
      expected('com.Shop.pays {"cases":[{"status":"FAILED"}]} \\', { status: 'REGRESSION' }),
      expected('alone', { error_message: 'at line 1', stack_trace: '\n at line 1\n' }),
      expected('com.Shop.silent', { error_message: '', stack_trace: '', duration: 0 }),
    ]);
  });

  it('gives those of the parts of matrix and maven builds; none without a report', async () => {
    const { jenkins, open } = world();
    const childReports = [[failed('linux'), passed('x')], [failed('windows')]];
    jenkins.add('job', 7, { childReports });
    expect((await open().report(build)).failures.map(({ test_name }) => test_name)).toEqual([
      'com.Shop.linux',
      'com.Shop.windows',
    ]);
    jenkins.add('job', 7);
    expect((await open().report(build)).failures).toEqual([]);
  });

  it.each([
    ['a login page', '<html>log in</html>'],
    ['no JSON', '{"suites": [nothing'],
    ['a part of it', '{"suites":[{"cases":[{"name":"a"}'],
    ['too many ends', '{}]}'],
  ])('that is %s is an upstream failure', async (_case, body) => {
    const { jenkins, open } = world();
    jenkins.fault = (_request, response) => Boolean(response.end(body));
    await expectFailure(open().report(build), 'upstream', 'unreadable');
  });
});

describe('the console', () => {
  it.each([
    ['its lines', 'one\ntwo\n', ['one', 'two']],
    ['a line without an end', 'aü€', ['aü€']],
    ['all of a long one', 'first\n'.padEnd(4_000_002, 'abc\n'), ['first', 'abc']],
  ])('gives %s', async (_case, console, expected) => {
    const { jenkins, open } = world();
    jenkins.add('job', 7, { console });
    const found: string[] = [];
    await open().console(build, (line) => found.push(line));
    expect([...new Set(found)]).toEqual(expected);
    expect(found.length).toBe(console.trimEnd().split('\n').length);
  });
});

describe('failed children', () => {
  const started = (url: string, result: string | null) => ({ url, result, number: 1 });

  it('are those of sub-builds and triggered builds', async () => {
    const { jenkins, open } = world();
    const more = {
      subBuilds: [
        { jobName: 'short', buildNumber: 3, result: 'FAILURE', url: 'job/folder/job/short/3/' },
        { jobName: 'without address', buildNumber: 4, result: 'UNSTABLE', url: '' },
        { jobName: 'fine', buildNumber: 5, result: 'SUCCESS', url: 'job/fine/5/' },
      ],
      actions: [
        { _class: 'hudson.model.CauseAction' },
        {
          triggeredBuilds: [
            started('http://other-name/ci/job/a%20b/job/c%252Fd/12/', 'FAILURE'),
            started('http://other-name/ci/job/a%20b/job/c%252Fd/12/', 'FAILURE'),
            started(jenkins.page('job', 7), 'FAILURE'),
            started('http://x/job/runs/1/', null),
            started('http://x/job/stopped/1/', 'ABORTED'),
            started('http://x/job/%zz/1/', 'FAILURE'),
            started('http://x/no/job', 'FAILURE'),
          ],
        },
        null,
      ],
    };
    jenkins.add('job', 7, { more });
    expect(await open().failedChildren(build, 'Build seen #9 completed: FAILURE')).toEqual([
      { name: 'folder/short', number: 3 },
      { name: 'without address', number: 4 },
      { name: 'a b/c%2Fd', number: 12 },
    ]);
  });

  it.each([
    ['plainly', 'Build child #12 completed: FAILURE', 'child'],
    ['in folders', 'Build team » deep » child #12 completed: UNSTABLE', 'team/deep/child'],
    ['after a time', '[2026-01-01T00:00:00Z] Build child #12 completed: FAILURE', 'child'],
    ['in colour', '\x1b[31mBuild \x1b[1mchild #12\x1b[0m completed: FAILURE\x1b[0m', 'child'],
    ['as a link', 'Build <a href="/job/x/12/">child #12</a> completed: FAILURE', 'child'],
    [
      'as a link of a terminal',
      'Build \x1b]8;;x\x07child #12\x1b]8;;\x07 completed: FAILURE',
      'child',
    ],
    ['with hidden data', 'Build \x1b[8mha:////4F==\x1b[0mchild #12 completed: FAILURE', 'child'],
    ['with an odd name', 'Build a #1 b #12 completed: FAILURE', 'a #1 b'],
    ['as a success', 'Build child #12 completed: SUCCESS', undefined],
    ['without a number', 'Build child completed: FAILURE', undefined],
    ['itself', 'Build job #7 completed: FAILURE', undefined],
  ])('are named in the console %s', async (_case, line, name) => {
    const { jenkins, open } = world();
    jenkins.add('job', 7);
    const console = `Started\n${line}\n${line}\nFinished: FAILURE`;
    const expected = name === undefined ? [] : [{ name, number: 12 }];
    expect(await open().failedChildren(build, console)).toEqual(expected);
  });
});

describe('an artifact', () => {
  it('arrives, whatever its name', async () => {
    const { jenkins, open } = world();
    const artifacts = { 'logs/a b%20?#ü.txt': 'text', empty: '' };
    jenkins.add('job', 7, { artifacts });
    for (const [path, content] of Object.entries(artifacts)) {
      expect(await downloaded(open(), path)).toBe(content);
    }
    await expectFailure(downloaded(open(), 'absent'), 'upstream', 'no_artifact');
    await expectFailure(downloaded(open(), '../../../secret'), 'invalid', 'bad_name');
  });
});

type Fault = (request: IncomingMessage, response: ServerResponse) => unknown;

const refusing =
  (status: number, headers = {}): Fault =>
  (_request, response) =>
    response.writeHead(status, headers).end(`<html>${status}</html>`);
const endless: Fault = (_request, response) => {
  const chunk = Buffer.alloc(65_536, 97);
  const write = () => {
    while (response.write(chunk));
  };
  response.on('drain', write);
  write();
};

describe('a Jenkins that does not answer as it should', () => {
  const calls: Record<string, (ci: Ci) => Promise<unknown>> = {
    build: (ci) => ci.build('job', 7),
    report: (ci) => ci.report(build),
    console: (ci) => ci.console(build, () => undefined),
    children: (ci) => ci.failedChildren(build, ''),
    artifact: (ci) => downloaded(ci, 'a'),
  };
  const silence: Fault = () => {};
  const half: Fault = (_request, response) => response.write('{"suites":[');
  const lost: Fault = ({ socket }) => socket.destroy();
  const cut: Fault = (_request, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('{"suites":[');
    setImmediate(() => response.destroy());
  };
  const redirect = (location: string) => refusing(302, { location });
  type Kind = 'upstream' | 'unauthorized' | 'invalid';
  const faults: readonly (readonly [string, Fault, Kind, string])[] = [
    ['401', refusing(401), 'unauthorized', 'bad_login'],
    ['403', refusing(403), 'unauthorized', 'forbidden'],
    ['429', refusing(429, { 'retry-after': '3600' }), 'upstream', 'rate_limited'],
    ['503', refusing(503), 'upstream', 'bad_status'],
    ['no answer', silence, 'upstream', 'timed_out'],
    ['silence in the body', half, 'upstream', 'timed_out'],
    ['a connection that closes', lost, 'upstream', 'unreachable'],
    ['a body that closes midway', cut, 'upstream', 'unreachable'],
    ['a redirect to itself', redirect(''), 'upstream', 'bad_status'],
    [
      'a private redirect',
      redirect('http://169.254.169.254/latest/'),
      'invalid',
      'private_address',
    ],
  ];
  const cases = faults.flatMap((fault) =>
    Object.keys(calls).map((call) => {
      const [name, answer, kind, code] = fault;
      return { call, name, answer, kind, code };
    }),
  );

  it.each(cases)('$call: $name is $kind $code (S4, S10)', async ({ call, answer, kind, code }) => {
    const { jenkins, open, lines } = world();
    jenkins.fault = (request, response) => {
      answer(request, response);
      return true;
    };
    const ci = open({ timeoutSeconds: code === 'timed_out' ? 0.1 : 30 });
    const failure = await expectFailure(calls[call]?.(ci) ?? Promise.resolve(), kind, code);
    if (code !== 'private_address') expect(failure.message).toContain(new URL(jenkins.url).host);
    expect(`${failure.message}${lines.join()}`).not.toContain(jenkins.token);
  });

  it.each(['{}', '{"status":"ok"}', '{"number":"7","result":null}', 'null', '<html>'])(
    'build: %s is of no Jenkins: else a wait for it would not end',
    async (body) => {
      const { jenkins, open } = world();
      jenkins.fault = (_request, response) => Boolean(response.end(body));
      await expectFailure(open().build('job', 7), 'upstream', 'unreadable');
    },
  );

  it.each(['build', 'children'])('%s: a body of 10 GB', async (call) => {
    const { jenkins, open } = world();
    jenkins.fault = (request, response) => (endless(request, response), true);
    await expectFailure(calls[call]?.(open()) ?? Promise.resolve(), 'upstream', 'too_large');
  });

  it('does not get the login on another host, nor a private address from a request (S4)', async () => {
    const { jenkins, open } = world();
    const other = await startJenkins();
    const seen: (string | undefined)[] = [];
    other.fault = ({ headers }, response) => {
      seen.push(headers.authorization);
      return Boolean(response.end('{"number":7}'));
    };
    jenkins.fault = (_request, response) =>
      Boolean(response.writeHead(302, { location: other.url }).end());
    await open({}, true).build('job', 7);
    expect(seen).toEqual([undefined]);
    await other.close();
    await expectFailure(open({ isTrusted: false }).build('job', 7), 'invalid', 'private_address');
  });
});
