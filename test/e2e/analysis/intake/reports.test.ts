import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { PushResult } from '#core/analysis/issues/portal/push-result.ts';
import type { StoredResult } from '#core/analysis/base/schema/stored-result.ts';
import type { Job } from '#core/analysis/base/tables/job-tables.ts';
import { addJob, childJob, failure, nestedResult } from '#test/support/analysis/analysis-jobs.ts';
import { testCertificate } from '#test/support/http/certificate.ts';
import { eachTest } from '#test/support/each-test.ts';
import {
  fakePortal,
  portalProject,
  portalToken,
  type FakeItem,
  type FakePortal,
} from '#test/support/analysis/report-portal.ts';
import { onLocal, openWorld } from '#test/support/world.ts';

const buildUrl = 'https://ci.example/job/team/job/nightly/5';
const ours = '[Failure analysis](https://lantern.example/results/job_1)';

async function open(portal: FakePortal, environment: Record<string, string> = {}) {
  const world = await openWorld(onLocal, 'analysis', {
    environment: {
      REPORTS_URL: portal.origin,
      ...{ REPORTS_API_TOKEN: portalToken, REPORTS_PROJECT: portalProject },
      ...{ PUBLIC_BASE_URL: 'https://lantern.example', ...environment },
    },
  });
  const { platform } = world;
  return {
    ...{ portal, world },
    push: () => world.send({ method: 'POST', path: '/results/job_1/push-reports' }),
    add: (result: StoredResult = nestedResult, changes: Partial<Job> = {}) =>
      addJob(platform, { id: 'job_1', ...changes }, result),
    async close() {
      await world.close();
      await portal.close();
    },
  };
}

const own = (...failures: StoredResult['failures']): StoredResult => ({
  ...{ failures, child_job_analyses: [] },
});

describe('the push to the report portal', () => {
  const given = eachTest(async () => open(await fakePortal()));
  const portal = () => given().portal;
  const launch = (id: number, description: string) =>
    portal().launches.push({ id, startTime: id, description });
  const pushed = async () => {
    const reply = await given().push();
    expect([reply.status, reply.text]).toEqual([200, reply.text]);
    return reply.json() as PushResult;
  };

  it('gives each class the defect type of the project, with a link and the tickets', async () => {
    const match = { key: 'SHOP-311', summary: 'Rounding', status: 'Open', priority: 'High' };
    const bug = failure('cart', { classification: 'PRODUCT BUG' });
    const report = bug.analysis.product_bug_report;
    if (report) {
      report.tracker_matches.push({ ...match, url: 'https://t.example/SHOP-311', score: 0.9 });
    }
    const result = own(
      failure('login'),
      bug,
      failure('disk', { classification: 'INFRASTRUCTURE' }),
    );
    await given().add(result);
    launch(1, `Nightly ${buildUrl}/ of main`);
    const [login, cart, disk] = ['login', 'cart', 'disk'].map((name) => portal().fail(name));
    const old = { ticketId: 'A-1', btsUrl: 'https://t', btsProject: 'A', url: 'https://t/A-1' };
    Object.assign(portal().issue(cart ?? 0) ?? {}, { externalSystemIssues: [old] });
    expect(await pushed()).toEqual({ pushed: 3, unmatched: [], errors: [], launch_id: 1 });
    const ticket = { ticketId: 'SHOP-311', btsProject: 'SHOP', btsUrl: 'https://t.example' };
    expect([login, cart, disk].map((id) => portal().issue(id ?? 0))).toEqual([
      { issueType: 'ab001', comment: ours, autoAnalyzed: false, ignoreAnalyzer: false },
      {
        ...{ issueType: 'pb_9f3k', comment: ours, autoAnalyzed: false, ignoreAnalyzer: false },
        externalSystemIssues: [old, { ...ticket, url: 'https://t.example/SHOP-311' }],
      },
      { issueType: 'si001', comment: ours, autoAnalyzed: false, ignoreAnalyzer: false },
    ]);
  });

  it('changes nothing the second time, and follows the class that a person sets', async () => {
    await given().add(own(failure('login')));
    launch(1, buildUrl);
    const id = portal().fail('login');
    await pushed();
    expect(await pushed()).toMatchObject({ pushed: 1, errors: [] });
    expect(portal().updates).toEqual([1]);
    await given().world.send({
      ...{ method: 'PUT', path: '/results/job_1/override-classification' },
      body: { test_name: 'login', classification: 'INFRASTRUCTURE' },
    });
    expect(await pushed()).toMatchObject({ pushed: 1 });
    expect(portal().issue(id)).toMatchObject({ issueType: 'si001', comment: ours });
  });

  it('keeps what people wrote and set in the portal', async () => {
    await given().add(own(failure('login'), failure('cart'), failure('list')));
    launch(1, buildUrl);
    portal().fail('login', { issue: { issueType: 'nd001', comment: 'no defect' } });
    const cart = portal().fail('cart', { issue: { issueType: 'ti001', comment: 'Looking' } });
    const list = portal().fail('list', { issue: { issueType: 'nd001', autoAnalyzed: true } });
    expect(await pushed()).toMatchObject({
      pushed: 2,
      errors: ['Kept as a person classified them in the portal: login'],
    });
    expect(portal().issue(cart)?.comment).toBe(`Looking\n\n${ours}`);
    expect(portal().issue(list)).toMatchObject({ issueType: 'ab001', autoAnalyzed: false });
  });

  type Item = [name: string, more?: Partial<FakeItem>];
  it.each<[title: string, tests: string[], items: Item[], written: number[], unmatched: string[]]>([
    ['the same name', ['a.b'], [['a.b']], [0], []],
    [
      'a code reference of pytest',
      ['tests.test_cart.Cart.adds'],
      [['adds'], ['adds', { codeRef: 'tests/test_cart.py:Cart.adds' }]],
      [1],
      [],
    ],
    ['the end of the test’s name', ['shop.Cart.adds'], [['adds']], [0], []],
    ['the end of the item’s name', ['adds'], [['shop.Cart.adds']], [0], []],
    ['no end inside a word', ['shop.Cart.readds'], [['adds']], [], ['shop.Cart.readds']],
    ['not two items', ['shop.Cart.adds'], [['adds'], ['adds']], [], ['shop.Cart.adds']],
    [
      'two items of one test',
      ['C.adds'],
      [
        ['adds', { codeRef: 'c.C.adds' }],
        ['adds', { codeRef: 'c.C.adds' }],
      ],
      [0, 1],
      [],
    ],
    ['not two tests', ['a.adds', 'b.adds'], [['adds']], [], ['a.adds', 'b.adds']],
    ['a name before an end', ['adds', 'shop.adds'], [['adds'], ['shop.adds']], [0, 1], []],
    ['no nested step', ['adds'], [['adds', { hasStats: false }]], [], ['adds']],
    ['no item with steps below', ['adds'], [['adds', { hasChildren: true }]], [], ['adds']],
    ['no passed item', ['adds'], [['adds', { status: 'PASSED' }]], [], ['adds']],
  ])('matches by %s', async (_, tests, items, written, unmatched) => {
    await given().add(own(...tests.map((name) => failure(name))));
    launch(1, buildUrl);
    const ids = items.map(([name, more]) => portal().fail(name, more));
    const { pushed: count, unmatched: left, errors } = await pushed();
    expect({ count, left, errors }).toEqual({
      ...{ count: written.length, left: unmatched, errors: [] },
    });
    const changed = [...ids.keys()].filter((at) => portal().issue(ids[at] ?? 0)?.comment === ours);
    expect(changed).toEqual(written);
  });

  it.each([
    ['the description', { description: `Build: ${buildUrl}/console` }, 2],
    ['an attribute', { attributes: [{ key: 'build', value: `${buildUrl}/` }] }, 2],
    ['not another build', { description: `${buildUrl}5` }, null],
    ['not a similar name', { description: buildUrl.replace('nightly', 'night-y') }, null],
  ])('finds the launch by %s', async (_, found, launch_id) => {
    await given().add(own(failure('login')));
    portal().launches.push({ id: 1, startTime: 3, description: 'https://ci.example' });
    portal().launches.push({ id: 2, startTime: 2, ...found });
    portal().fail('login', { launchId: 2 });
    const none = `No launch of the project names the build ${buildUrl} in its description or an attribute.`;
    expect(await pushed()).toEqual(
      launch_id === null
        ? { pushed: 0, unmatched: ['login'], errors: [none], launch_id }
        : { pushed: 1, unmatched: [], errors: [], launch_id },
    );
  });

  it('finds failures of children in launches of their own, else in that of the parent', async () => {
    const children = [
      childJob(
        'child',
        7,
        [failure('login', { classification: 'INFRASTRUCTURE' })],
        [childJob('deep', 9, [failure('far')])],
      ),
      childJob('other', 3, [failure('near'), failure('lost')]),
    ];
    await given().add({ failures: [failure('login')], child_job_analyses: children });
    launch(1, buildUrl);
    launch(2, 'https://ci.example/job/child/7/');
    const ids = [
      portal().fail('login'),
      portal().fail('near'),
      portal().fail('login', { launchId: 2 }),
      portal().fail('far', { launchId: 2 }),
    ];
    expect(await pushed()).toEqual({
      ...{ pushed: 4, unmatched: ['other#3::lost'], errors: [], launch_id: 1 },
    });
    const types = ids.map((id) => portal().issue(id)?.issueType);
    expect(types).toEqual(['ab001', 'ab001', 'si001', 'ab001']);
  });

  it('says that a direct analysis has no launch', async () => {
    await given().add(own(failure('login')), { kind: 'direct', ci_url: '' });
    expect((await pushed()).errors).toEqual([
      'This analysis has no build, so its launch cannot be found.',
    ]);
  });

  const answers = (status: number, text: string) => (response: ServerResponse) =>
    void response.writeHead(status, { location: 'http://169.254.169.254/' }).end(text);
  it.each<[title: string, error: RegExp, interfere: (response: ServerResponse) => void]>([
    [
      '401',
      /answered 401 \(token \*\*\*\)\. Check REPORTS_API_TOKEN/,
      answers(401, `{"message":"token ${portalToken}"}`),
    ],
    ['403', /answered 403\. Check REPORTS_PROJECT/, answers(403, '')],
    ['429', /answered 429\. Try again later/, answers(429, '')],
    ['a redirect', /answered 302\.$/, answers(302, '')],
    ['wrong JSON', /cannot be read as ReportPortal/, answers(200, '{"content":[{"id":"x"}]}')],
    [
      'an end midway',
      /127\.0\.0\.1:\d+/,
      (response) => {
        response.writeHead(200, { 'content-length': '100' }).write('{"content":');
        response.socket?.destroy();
      },
    ],
  ])('answers 200 with the error for %s', async (_, error, interfere) => {
    await given().add(own(failure('login')));
    portal().interfere = (_request, response) => (interfere(response), true);
    const { errors, ...rest } = await pushed();
    expect(rest).toEqual({ pushed: 0, unmatched: [], launch_id: null });
    expect(errors).toEqual([expect.stringMatching(error)]);
    expect(JSON.stringify([errors, given().world.logs])).not.toContain(portalToken);
  });

  it('waits 25 seconds for a portal that does not answer', async () => {
    await given().add(own(failure('login')));
    const asked = new Promise<void>((resolve) => {
      portal().interfere = () => (resolve(), true);
    });
    const reply = pushed();
    await asked;
    await given().world.clock.advance(25_000);
    expect((await reply).errors).toEqual([
      'The portal took longer than 25 seconds. Push again: what has been written is skipped.',
    ]);
  });

  it('is a button on the page of the job, which says what it did', async () => {
    await given().add(own(failure('login'), failure('cart')));
    launch(1, buildUrl);
    portal().fail('login');
    const headers = { accept: 'text/html', cookie: 'app_username=ada' };
    const page = async () => (await given().world.send({ path: '/results/job_1', headers })).text;
    expect(await page()).toContain('Push to the report portal');
    const sent = await given().world.send({
      ...{ method: 'POST', path: '/results/job_1' },
      body: 'task=push-reports&back=/results/job_1%23reports',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([sent.status, sent.headers.location]).toEqual([303, '/results/job_1#reports']);
    const after = (await page()).replace(/\s+/g, ' ');
    expect(after).toContain('Launch 1: 1 item has the class of this analysis.');
    expect(after).toContain('1 test without a class or an exact match</summary>');
    expect(after).toContain('Push again');
  });
});

describe('the push to the report portal, before it begins', () => {
  const withReports = {
    ...{ REPORTS_URL: 'http://127.0.0.1:1', REPORTS_API_TOKEN: 'x', REPORTS_PROJECT: 'y' },
  };
  const PUBLIC_BASE_URL = 'https://lantern.example';
  it.each<[Record<string, string>, number, string]>([
    [{}, 403, 'The report portal is not enabled on this server'],
    [
      { ...withReports, ENABLE_REPORTS: 'false' },
      403,
      'The report portal is not enabled on this server',
    ],
    [
      { ENABLE_REPORTS: 'true', PUBLIC_BASE_URL },
      400,
      'The report portal needs REPORTS_URL, REPORTS_API_TOKEN, REPORTS_PROJECT to be set on the server',
    ],
    [withReports, 400, 'The report portal needs PUBLIC_BASE_URL to be set on the server'],
    [{ ...withReports, PUBLIC_BASE_URL }, 404, "Job 'job_1' not found"],
  ])('%j: %i', async (environment, status, detail) => {
    const world = await openWorld(onLocal, 'analysis', { environment });
    const reply = await world.send({ method: 'POST', path: '/results/job_1/push-reports' });
    await world.close();
    expect([reply.status, reply.json()]).toEqual([status, { detail }]);
  });
});

it('checks the certificate of the portal unless REPORTS_VERIFY_SSL is false', async () => {
  const errors: unknown[] = [];
  for (const REPORTS_VERIFY_SSL of ['true', 'false']) {
    const given = await open(await fakePortal(testCertificate()), { REPORTS_VERIFY_SSL });
    await given.add(own(failure('login')));
    errors.push(((await given.push()).json() as PushResult).errors);
    await given.close();
  }
  expect(errors).toEqual([
    [expect.stringContaining('127.0.0.1')],
    [expect.stringContaining('No launch')],
  ]);
});
