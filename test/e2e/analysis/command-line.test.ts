import { copyFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scmHost } from '#test/support/scm/host.ts';
import { serveHost } from '#test/support/scm/server.ts';
import { hostToken } from '#test/support/scm/state.ts';
import { atEnd } from '#test/support/at-end.ts';
import { jobs } from '#core/analysis/base/tables/job-tables.ts';
import { uploads } from '#core/analysis/base/tables/tables.ts';
import { addJob, failure, nestedResult, params } from '#test/support/analysis/analysis-jobs.ts';
import { failedCase, openBuildWorld, startedBuilds } from '#test/support/analysis/build-world.ts';
import { startCuttingProxy } from '#test/support/http/cutting-proxy.ts';
import { httpTarget } from '#test/support/http/http-target.ts';
import { openIssuesWorld, type IssuesWorld } from '#test/support/analysis/issues-world.ts';
import { fakeJira, serverToken } from '#test/support/analysis/jira/server.ts';
import type { FakeJira } from '#test/support/analysis/jira/state.ts';
import { lanternLine } from '#test/support/command-line/lantern-line.ts';
import { fakePortal, portalProject, portalToken } from '#test/support/analysis/report-portal.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { adminKey, onLocal } from '#test/support/world.ts';

const fixtures = `${import.meta.dirname}/../../fixtures/reports`;
const report =
  '<testsuite><testcase classname="shop" name="cart"><failure message="no bread"/></testcase></testsuite>';
const { error_signature: signature } = failure('login');
const any: unknown = expect.anything();

type Case = readonly [words: string, text: RegExp, data: object, key?: string];

describe('the command line of the failure analysis', () => {
  let world: IssuesWorld;
  let jira: FakeJira;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;

  beforeAll(async () => {
    [jira, folder] = await Promise.all([fakeJira('server'), temporaryFolder()]);
    const tracker = { TRACKER_URL: jira.origin, TRACKER_PAT: serverToken };
    world = await openIssuesWorld(onLocal, {
      ...tracker,
      AI_PROVIDER: 'provider_a',
      AI_MODEL: 'm',
    });
    const own = { ...params, tests_repo_url: null };
    for (const id of ['job_a', 'job_b', 'job_c', 'job_d']) {
      await addJob(world.platform, { id, params: own });
    }
    await addJob(world.platform, { id: 'job_failed', status: 'failed' });
    await addJob(world.platform, { id: 'job_open', status: 'running' });
    await writeFile(file('report.xml'), report);
    world.say({
      text: '{"classification":"PRODUCT BUG","details":"The shop is out of bread.","answer":"It is closed.","evidence":"error-message:1: login broke"}',
    });
  });
  afterAll(async () => {
    await world?.close();
    await jira?.close();
    await folder?.remove();
  });

  const file = (name: string) => join(folder.path, name);
  const variables = () => ({
    HOME: folder.path,
    LANTERN_SERVER: world.url,
    LANTERN_KEY: adminKey,
  });
  const run = (words: readonly string[], more: Record<string, string> = {}, stdin = '') =>
    lanternLine(words, { ...variables(), ...more }, stdin);
  const listed = async () => (await world.platform.records.list(jobs)).rows;

  it('analyzes a JUnit file, with its progress beside the result', async () => {
    const { code, stdout, stderr } = await run(['analyze', file('report.xml')]);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^(.+\n)+$/)]);
    expect(stdout).toMatch(/Summary +Analyzed 1 test failures .*\n/);
    expect(stdout).toMatch(/\nPRODUCT BUG {2}shop\.cart\n {2}Error: no bread\n {2}The shop is out/);
    const xml = await run([
      'results',
      'xml',
      String(/job_\S+/.exec(stdout)),
      '-o',
      file('out.xml'),
    ]);
    expect([xml.code, xml.stdout]).toEqual([0, `Written to ${file('out.xml')}\n`]);
    expect(await readFile(file('out.xml'), 'utf8')).toContain('ai_classification');
  });

  it.each([
    ['XML', report],
    ['a list', '[{"test_name":"shop.cart","error_message":"no bread"}]'],
  ])('reads %s from standard input', async (_, input) => {
    const { code, stdout } = await run(['analyze', '-', '--json', '--ai-model', 'x'], {}, input);
    const envelope = JSON.parse(stdout) as object;
    expect([code, envelope]).toMatchObject([
      0,
      { status: 'completed', result: { ai_model: 'x', failures: [{ test_name: 'shop.cart' }] } },
    ]);
  });

  it('reads several files, the reports of a folder, and patterns as one analysis', async () => {
    await mkdir(file('reports/deep/node_modules'), { recursive: true });
    const named = (name: string) => `<?xml version="1.0"?>${report.replace('cart', name)}`;
    await writeFile(file('reports/a.xml'), named('a'));
    await writeFile(file('reports/deep/b.xml'), `\ufeff${named('b')}`);
    await writeFile(file('reports/deep/node_modules/c.xml'), named('c'));
    const others = ['a.json', 'b.json', 'deep/c.json', 'pom.xml'].map((name) => `reports/${name}`);
    for (const name of others)
      await writeFile(file(name), name.endsWith('l') ? '<project/>' : '{}');
    await copyFile(`${fixtures}/ctrf.json`, file('reports/ctrf.json'));
    await mkdir(file('json/deep'), { recursive: true });
    await copyFile(`${fixtures}/ctrf.json`, file('json/deep/ctrf.json'));
    await writeFile(file('json/package.json'), '{}');
    await writeFile(file('7'), Buffer.from(`\ufeff${named('seven')}`, 'utf16le'));
    await writeFile(file('list.json'), '[{"test_name":"one","error_message":"no bread"}]');
    const ofFolder =
      /^Left out, since they are no reports: \S+pom\.xml, \S+\.json, \S+\.json and 1 more\nLeft out, since the folder has XML reports: \S+ctrf\.json\n/;
    const silent = /^(?!Left out)/;
    for (const [words, tests, said] of [
      [['reports'], ['shop.a', 'shop.b'], ofFolder],
      [
        ['reports/*.xml'],
        ['shop.a'],
        /^Left out, since they are no reports: \S+pom\.xml\n(?!Left)/,
      ],
      [['reports/*/*.xml', 'reports/a.xml', '7'], ['shop.a', 'shop.b', 'shop.seven'], silent],
      [
        ['json'],
        ['cart › prices.adds two prices'],
        /^Left out, since they are no reports: \S+package\.json\n/,
      ],
      [['list.json', 'list.json', '-'], ['one', 'two'], silent],
    ] as const) {
      const paths = words.map((word) => (word === '-' ? word : file(word)));
      const input = '[{"test_name":"two","error_message":"no bread"}]';
      const { stdout, stderr } = await run(['analyze', ...paths, '--json'], {}, input);
      expect(stderr).not.toContain('Error');
      expect(stderr).toMatch(said);
      const { result } = JSON.parse(stdout) as { result: { failures: { test_name: string }[] } };
      expect(result.failures.map(({ test_name }) => test_name).toSorted()).toEqual(tests);
    }
  });

  it('reads reports in other formats, and several formats together', async () => {
    await mkdir(file('dotnet'), { recursive: true });
    await copyFile(`${fixtures}/results.trx`, file('dotnet/results.trx'));
    const words = [
      file('dotnet'),
      `${fixtures}/mocha.json`,
      `${fixtures}/perl.tap`,
      file('report.xml'),
    ];
    const { stdout, stderr } = await run(['analyze', ...words, '--json']);
    expect(stderr).not.toContain('Error');
    const { result } = JSON.parse(stdout) as { result: { failures: { test_name: string }[] } };
    expect(result.failures.map(({ test_name }) => test_name).toSorted()).toEqual([
      'Shop.Tests.CartTests.AddsTwoPrices',
      'Shop.Tests.CartTests.Discount (20,15)',
      'Test run',
      'adds two prices',
      'cart adds two prices',
      'cart with a coupon "before all" hook for "is cheaper"',
      'shop.cart',
    ]);
  });

  it.each([
    [['report.xml', '--job-name', 'a', '--build-number', '7'], 2, /--job-name .* analyze files/],
    [['report.xml', '--build-number', '7'], 2, /select a build on the build server/],
    [['report.xml', '5'], 2, /There is no file .*5/],
    [['*.none'], 2, /No file matches/],
    [['empty'], 2, /There is no XML, TRX, JSON or TAP file in/],
    [['report.xml', 'broken.xml'], 1, /broken\.xml cannot be read: Invalid XML/],
    [['other.xml'], 1, /other\.xml is no report: JUnit XML, TRX, /],
    [['other.json'], 1, /other\.json is no report: JUnit XML, .* Cucumber, /],
    [['half.json'], 1, /half\.json is not valid JSON/],
    [['page.xml'], 1, /this is an HTML page/],
    [['damaged.trx'], 1, /damaged\.trx cannot be read: Invalid XML/],
    [['report.xml', '-'], 1, /cannot be combined/],
  ])('drops no word of analyze %j', async (words, code, message) => {
    await mkdir(file('empty'), { recursive: true });
    await writeFile(file('broken.xml'), '<testsuite>');
    await writeFile(file('other.xml'), '<a/>');
    await writeFile(file('other.json'), '[{"name":"a"}]');
    await writeFile(file('half.json'), '[{"name":');
    await writeFile(file('page.xml'), '<html></html>');
    await writeFile(file('damaged.trx'), '<TestRun><Results>');
    const typed = words.map((word) => (/^[a-z*]+(\.|$)|^empty$/.test(word) ? file(word) : word));
    const before = (await listed()).length;
    const ended = await run(['analyze', ...typed], {}, '[]');
    expect(ended).toMatchObject({ code, stderr: expect.stringMatching(message) as string });
    expect((await listed()).length).toBe(before);
  });

  // Each is run as text, then for programs.
  const cases: readonly Case[] = [
    ['capabilities', /^scm issues enabled +yes\n/, { scm_issues_enabled: true }],
    ['ai-configs', /^PROVIDER +MODEL\n(Claude Code +\S+\n)+$/, [{}, {}, {}]],
    ['results list', /^JOB +STATUS +STARTED +BUILD\njob_/, []],
    [
      'results show job_a',
      /Build +team\/nightly #5\n.*CODE ISSUE {2}login\n.*\nchild #7\n/s,
      { job_id: 'job_a', result: { failures: [{ test_name: 'login' }, {}] } },
    ],
    ['results dashboard', /\njob_a +completed +.*team\/nightly #5 +\d of 4 +\S/, []],
    [
      'results set-reviewed job_a login',
      /^login is reviewed\n$/,
      { status: 'ok', reviewed_by: 'admin' },
    ],
    ['results review-status job_a', /^1 of 4 failures reviewed, 0 /, { reviewed_count: 1 }],
    ['results set-reviewed job_a login --not-reviewed', /is not reviewed/, {}],
    ['results sarif job_a', /"version":"2\.1\.0"/, { version: '2.1.0' }],
    [
      'comments add job_a login @ann --child child --child-build 7',
      /^Added comment \d+\n$/,
      { id: any },
    ],
    [
      'comments list job_a',
      /^1 {2}login {2}admin, .*\n {2}@ann\n/,
      { comments: [{ child_job_name: 'child' }, {}] },
    ],
    ['comments mentions --username ann', /job_a +.* +admin +login +@ann/, {}, ''],
    ['comments delete job_a 1', /^Deleted comment 1\n$/, { status: 'deleted' }],
    ['history failures --search deep', /^JOB +WHEN.*\njob_.*timeout/, { total: 4 }],
    ['history test login', /^Test +login\nFailed +\d+ of \d+/, { test_name: 'login' }],
    [`history search ${signature}`, /\n.* login\n$/, { signature, override: null }],
    ['history stats team/nightly', /^Job +team\/nightly\nAnalyses +/, { total_analyses: 4 }],
    [
      'classify login FLAKY --reason twice --job team/nightly',
      /^Recorded as \d+: login is FLAKY\n$/,
      { id: any },
    ],
    ['history classifications login', /FLAKY +admin +login +twice/, { total: 2 }],
    [
      'override-classification job_a login INFRASTRUCTURE',
      /^login is INFRASTRUCTURE\n$/,
      { status: 'ok', classification: 'INFRASTRUCTURE' },
    ],
    [`history forget-override ${signature}`, /ask the model again/, {}],
    ['status job_a', /^completed /, { status: 'completed', groups: 0 }],
    ['auth whoami', /^admin \(admin\) at http/, { username: 'admin', is_admin: true }],
    ['admin users', /No users|USERNAME/, { users: [] }],
    ['admin token-usage --group-by day', /\nall +\d+ +- +- +-/, { breakdown: any }],
    [
      'health',
      /^http\S+ +(healthy|degraded) +version /,
      { checks: { database: { status: 'ok' } } },
    ],
    ['config show', /\napi_key +\*\*\*\n/, { settings: { api_key: '***' } }],
    ['config servers', /^No servers yet: write them to .*config.toml\n$/, { servers: [] }],
    ['tracker-projects', /^KEY +NAME\nSHOP +The shop\n$/, [{ key: 'SHOP' }]],
    ['tracker-security-levels SHOP', /\n10000 +Team +Only the team\n/, [{ id: '10000' }, {}]],
    ['preview-issue job_b cart --target scm', /^.*cart.*\n\n/, { title: any, body: any }],
    [
      'create-issue job_b cart --target scm --title Empty --body It',
      /^Created #8: https:\/\/host\/owner\/repo\/issues\/8\n$/,
      { number: 8, key: '' },
    ],
    // Title and body of the preview; a failure has one issue in each place.
    ['create-issue job_b login --target scm', /^Created #9: /, { number: 9 }],
    [
      'link-issue job_b login https://host/owner/repo/issues/4',
      /^Linked: https:\/\/host\/owner\/repo\/issues\/4\n$/,
      { number: 4 },
    ],
    ['ask job_b login Why?', /^Why\?\n\n.* answers, with 1 quote/, { id: any, comment: any }],
    ['analyze-failure job_b login It --no-wait', /^Started job_\S+\. Follow it: /, {}],
    ['re-analyze job_direct --no-wait', /^Started job_\S+\. Follow it: /, { status: 'queued' }],
    [
      'analyze team/nightly 12 --no-wait --ci-url https://ci.example --force',
      /^Started job_/,
      { status: 'queued' },
    ],
  ];

  const rows = cases.map(
    ([words, text, data, key = adminKey]) => [words, text, data, key] as const,
  );
  it.each(rows)('lantern %s', async (typed, text, data, key) => {
    const direct = (await listed()).find(({ kind }) => kind === 'direct')?.id ?? '';
    const words = typed.replace('job_direct', direct).split(' ');
    const shown = await run(words, { LANTERN_KEY: key });
    expect([shown.code, shown.stderr]).toEqual([0, '']);
    expect(shown.stdout).toMatch(text);
    // Not repeatable.
    if (['delete', 'forget-override'].includes(words[1] ?? '')) return;
    const { code, stdout } = await run([...words, '--json'], { LANTERN_KEY: key });
    expect(code).toBe(0);
    if (!Array.isArray(data) || data.length > 0) expect(JSON.parse(stdout)).toMatchObject(data);
    // S10
    expect(shown.stdout + stdout).not.toMatch(new RegExp(`${adminKey}|${serverToken}`));
  });

  it('names the run of a pipeline, closes the gate and writes the summary', async () => {
    const summary = file('summary.md');
    const pipeline = {
      ...{ GITHUB_ACTIONS: 'true', GITHUB_REPOSITORY: 'acme/shop', GITHUB_SHA: 'abc' },
      ...{ GITHUB_RUN_NUMBER: '1', GITHUB_REF_NAME: 'main', GITHUB_STEP_SUMMARY: summary },
    };
    const analyze = (...more: string[]) =>
      run(['analyze', file('report.xml'), '--job', 'shop/e2e', ...more], pipeline);
    const first = await analyze('--fail-on', 'new');
    expect(first.code).toBe(3);
    expect(first.stderr).toContain('--fail-on new: shop.cart\n');
    const second = await analyze('--fail-on', 'new', '--build', '2', '--branch', 'main');
    expect([second.code, (await readFile(summary, 'utf8')).match(/^###.*$/gm)]).toEqual([
      0,
      Array.from({ length: 2 }, () => '### shop/e2e: 1 failure, 1 cause'),
    ]);
    expect(await readFile(summary, 'utf8')).toContain('**1** still failing');
    const id = String(/job_\S+/.exec(second.stdout));
    expect(await world.job(id)).toMatchObject({
      ...{ kind: 'direct', job_name: 'shop/e2e', build_number: 2, ci_url: '' },
      source: { branch: 'main', commit: 'abc', run_url: null },
    });
    expect((await analyze('--fail-on', 'product', '--build', '3')).code).toBe(3);
    const folder = await analyze('--build', '4', '--summary', '/none/summary.md');
    expect([folder.code, folder.stderr]).toEqual([
      1,
      expect.stringContaining('/none/summary.md cannot be written (ENOENT)'),
    ]);
    const hasty = await analyze('--no-wait', '--fail-on', 'any');
    expect([hasty.code, hasty.stderr]).toEqual([2, expect.stringContaining('leave --no-wait out')]);
    const wrong = await analyze('--fail-on', 'old');
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('new, product')]);
  });

  it('keeps the result in one comment of the pull request, for each job', async () => {
    const host = scmHost({ files: [] });
    const { close } = await serveHost(host);
    atEnd(close);
    const pipeline = {
      ...{ SCM_API_URL: host.origin, SCM_TOKEN: hostToken, ALLOW_PRIVATE_HOSTS: 'true', PATH: '' },
      ...{
        GITHUB_ACTIONS: 'true',
        GITHUB_REPOSITORY: 'owner/repo',
        GITHUB_REF: 'refs/pull/7/merge',
      },
    };
    await writeFile(
      file('green.xml'),
      '<testsuite><testcase classname="shop" name="cart"/></testsuite>',
    );
    const analyze = (name: string, job: string, comment = 'auto', more = {}) =>
      run(['analyze', file(name), '--job', job, '--comment', comment], { ...pipeline, ...more });
    const comments = () => host.seven.comments.map(({ body }) => body);
    const first = await analyze('report.xml', 'shop/unit', 'auto', { GITHUB_RUN_NUMBER: '1' });
    expect(first.code).toBe(0);
    expect(comments()).toEqual([expect.stringContaining('### shop/unit: 1 failure, 1 cause')]);
    await analyze('report.xml', 'shop/e2e', 'owner/repo#7', { GITHUB_REF: '' });
    expect(comments()).toHaveLength(2);
    await analyze('green.xml', 'shop/unit', 'auto', { GITHUB_RUN_NUMBER: '2' });
    expect(comments()).toEqual([
      expect.stringMatching(/### shop\/unit: 0 failures, 0 causes[^]*\*\*1\*\* fixed/),
      expect.stringContaining('### shop/e2e: 1 failure'),
    ]);
    const push = await analyze('green.xml', 'shop/unit', 'auto', { GITHUB_REF: 'refs/heads/main' });
    expect([push.code, push.stderr]).toEqual([
      0,
      expect.stringContaining('No comment: ') as string,
    ]);
    const before = (await listed()).length;
    for (const [word, more, code, message] of [
      ['7', {}, 2, /--comment must be auto or a pull request such as acme\/shop#7/],
      ['../x#7', {}, 2, /--comment must be auto/],
    ] as const) {
      const ended = await analyze('report.xml', 'shop/unit', word, more);
      expect([ended.code, ended.stderr]).toEqual([code, expect.stringMatching(message) as string]);
    }
    expect((await listed()).length).toBe(before);
    const refused = await analyze('report.xml', 'shop/unit', 'auto', { SCM_TOKEN: 'wrong' });
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/401|token/i) as string,
    ]);
  });

  it('sends the settings of a build', async () => {
    const words = 'analyze --job-name a/b --build-number 7 --no-wait --json --max-wait-minutes 9';
    const flags = '--no-wait-for-completion --peers claude:x,provider_b:y --ci-timeout 0';
    const repos =
      '--additional-repos lib:https://code.example/lib:main@secret --ci-url https://c.example';
    const { stdout } = await run(`${words} ${flags} ${repos}`.split(' '));
    const { job_id } = JSON.parse(stdout) as { job_id: string };
    expect(await world.job(job_id)).toMatchObject({
      ...{ kind: 'build', job_name: 'a/b', build_number: 7 },
      build: { wait_for_completion: false, max_wait_minutes: 9, ci_timeout: 30 },
      params: {
        peer_ai_configs: [
          { ai_provider: 'provider_a', ai_model: 'x' },
          { ai_provider: 'provider_b', ai_model: 'y' },
        ],
        additional_repos: [{ name: 'lib', url: 'https://code.example/lib', ref: 'main' }],
      },
    });
  });

  it.each([
    ['results show none', 1, "Error: HTTP 404: Job 'none' not found\n"],
    ['comments add job_open a b', 1, 'Error: HTTP 202: Job job_open is still running\n'],
    ['status job_failed', 1, ''],
    ['admin users', 1, 'Error: HTTP 403: Admin access required\n', 'no key'],
    ['comments mentions', 1, 'Error: HTTP 401: Username required\n', 'no key'],
    [
      'health --server http://127.0.0.1:1',
      1,
      /^Error: Could not reach 127\.0\.0\.1:1: connection refused\. Run npm start/,
    ],
    ['analyze none.xml', 2, /^Error: There is no file none\.xml\. A build needs a number too/],
    [
      'analyze',
      2,
      /^Error: Give test reports, a folder of them, or a job and a build number\. See/,
    ],
    ['analyze - --peers x', 2, /^Error: Write reviewers as provider:model/],
    // Before the reports are looked for.
    ['analyze none.xml --run-url shop', 2, /^Error: --run-url must be an http:\/\/ or https:/],
    ['analyze none.xml --run-url https://a:secret@ci.example/1', 2, /without user and password/],
    ['analyze none.xml --ai-provider gpt', 2, /^Error: 'gpt' cannot analyze/],
    ['analyze none.xml --peers gpt:x', 2, /^Error: 'gpt' cannot analyze.*claude, gemini, agent/],
    ['analyze a 1 --ci-timeout x', 2, /^Error: --ci-timeout must be a whole number from 0\. See/],
    ['comments add job_a', 2, /^Error: Give <test>\. See lantern comments add --help/],
    ['history set-known a --until 2027-01-31', 2, /^Error: Give --issue <url>\. See/],
    [
      'results shwo',
      2,
      /'results shwo'\. Did you mean 'results show'\? See lantern results --help$/m,
    ],
    ['jobs replay docs', 2, /^Error: Give the id of a dead letter/],
    ['preview-issue job_a login --target x', 2, /^Error: --target must be one of scm, tracker/],
    ['auth whoami --server pord', 2, /^Error: .*config\.toml has no server 'pord'/],
    ['results delete job_a', 2, /^Error: No terminal to ask for confirmation: add --yes/],
  ])('%s ends with %i', async (words, code, message, key = adminKey) => {
    const ended = await run(words.split(' '), { LANTERN_KEY: key }, '[]');
    expect(ended).toMatchObject({ code, stderr: expect.stringMatching(message) as string });
    expect(ended.stderr).not.toContain('secret');
    if (code === 2) expect(ended.stdout).toBe('');
  });

  it('says whose a token is, and what tokens are stored', async () => {
    const words = ['auth', 'check-token', 'tracker'];
    const accepted = await run(words, {}, `${serverToken}\n`);
    expect([accepted.code, accepted.stdout]).toEqual([
      0,
      expect.stringMatching(/accepts the token/),
    ]);
    const refused = await run(words, {}, 'wrong');
    expect([refused.code, refused.stdout]).toEqual([1, expect.not.stringContaining('wrong')]);
    expect((await run(['auth', 'tokens'])).stdout).toMatch(/^scm_token +-\ntracker_email +-\n/);
  });

  it('deletes one analysis or several, and says which were not there', async () => {
    expect(await run(['results', 'delete', 'job_c', '-y'])).toMatchObject({
      ...{ code: 0, stdout: 'Deleted job_c\n' },
    });
    const { code, stdout } = await run(['results', 'delete', 'job_d', 'job_c', '-y']);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^job_d +deleted\njob_c +\S.*\n$/)]);
  });

  it('manages users, whose keys it shows once', async () => {
    await run(['admin', 'users', 'add', 'boss', '--role', 'admin']);
    const { stdout } = await run(['admin', 'users', 'add', 'vic']);
    const key = stdout.split('\n')[1] ?? '';
    expect(stdout).toMatch(
      /^Added vic \(user\)\. The API key is shown once: save it now\.\n\S+\n$/,
    );
    expect((await run(['auth', 'whoami', '--api-key', key])).stdout).toMatch(/^vic \(user\)/);
    expect((await run(['admin', 'users'])).stdout).toMatch(/\nvic +user +/);
    expect((await run(['admin', 'users', 'role', 'vic', 'admin'])).stdout).toMatch(/^vic is admin/);
    await run(['admin', 'users', 'role', 'vic', 'user']);
    const chosen = 'a key of sixteen letters';
    const rotate = ['admin', 'users', 'rotate-key', 'vic'];
    expect((await run([...rotate, '--stdin'], {}, `${chosen}\n`)).stdout).not.toContain(chosen);
    expect((await run(rotate)).stdout).toMatch(/was replaced\. The API key is shown once/);
    expect(await run(['admin', 'users', 'remove', 'vic', '-y'])).toEqual({
      code: 0,
      stdout: 'Removed vic\n',
      stderr: '',
    });
  });

  it('keeps a session after a login, which the file shows to no one else (S10)', async () => {
    const anonymous = { LANTERN_KEY: '' };
    const login = await run(['auth', 'login', 'admin'], anonymous, `${adminKey}\n`);
    expect(login).toMatchObject({ code: 0, stdout: 'Logged in as admin (admin)\n' });
    const kept = file('.local/state/lantern/sessions.json');
    expect((await stat(kept)).mode & 0o777).toBe(0o600);
    expect(await readFile(kept, 'utf8')).not.toContain(adminKey);
    // A write with the session.
    expect((await run(['admin', 'users', 'add', 'wim'], anonymous)).code).toBe(0);
    expect((await run(['auth', 'logout'], anonymous)).stdout).toBe('Logged out\n');
    expect((await run(['auth', 'whoami'], anonymous)).stdout).toMatch(/^anonymous at /);
    const wrong = await run(['auth', 'login', 'admin'], anonymous, 'wrong\n');
    expect([wrong.code, wrong.stderr]).toEqual([
      ...[1, 'Error: HTTP 401: Invalid username or API key\n'],
    ]);
  });

  it('reads profiles, warns when others can read their tokens, and masks them', async () => {
    await mkdir(file('config/lantern'), { recursive: true });
    const profile = `[default]\nserver = "here"\n[servers.here]\nurl = "${world.url}"
api_key = "${adminKey}"\nadditional_repos = "a:https://b.example/c@secret"\n`;
    await writeFile(file('config/lantern/config.toml'), profile, { mode: 0o644 });
    const more = { XDG_CONFIG_HOME: file('config'), LANTERN_SERVER: '', LANTERN_KEY: '' };
    const { code, stdout, stderr } = await run(['auth', 'whoami'], more);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^admin \(admin\) at /)]);
    expect(stderr).toMatch(
      /^Warning: .*config\.toml has tokens and other users can read it: chmod/,
    );
    const shown = await run(['config', 'show'], more);
    expect(shown.stdout).toMatch(/\napi_key +\*\*\*\n/);
    expect(shown.stdout).not.toMatch(new RegExp(`secret|${adminKey}`));
    expect((await run(['config', 'servers'], more)).stdout).toMatch(/\nhere +http\S+ +default\n/);
    await writeFile(file('config/lantern/config.toml'), 'a = "secret" b');
    const broken = await run(['auth', 'whoami'], more);
    expect([broken.code, broken.stderr]).toEqual([
      1,
      expect.stringMatching(/^Error: .*config\.toml:1: [^\n]+\n$/),
    ]);
    expect(broken.stderr).not.toContain('secret');
  });

  it('writes no control characters of the server to the terminal', async () => {
    const evil = 'evil\u001b]0;title\u0007\u202e\r\n';
    await addJob(
      world.platform,
      { id: 'job_evil', job_name: evil, summary: evil },
      { ...nestedResult, failures: [failure(evil, { error: evil, detail: { details: evil } })] },
    );
    for (const words of [
      ['results', 'show', 'job_evil'],
      ['results', 'dashboard'],
      ['history', 'failures'],
    ]) {
      const { stdout } = await run(words);
      expect(stdout).toContain('evil');
      expect(stdout).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
    }
    const { stderr } = await run(['comments', 'add', 'job_a', evil, 'x']);
    expect(stderr).toMatch(/^Error: HTTP 404: .*evil/);
    expect(stderr).not.toMatch(/[\0-\x09\x0b-\x1f\u202e]/);
    expect((await run(['results', 'show', 'job_evil', '--json'])).stdout).toContain('\\u001b');
  });

  it('starts one analysis when the connection is lost (R1)', async () => {
    const proxy = await startCuttingProxy(world.url);
    const before = (await listed()).length;
    proxy.after(0, 'lost reply');
    const arrived = proxy.arrival();
    const ended = run(['analyze', file('report.xml'), '--no-wait'], { LANTERN_SERVER: proxy.url });
    await arrived;
    proxy.fair();
    expect((await ended).code).toBe(0);
    expect(proxy.seen()).toEqual(['POST /analyze-failures', 'POST /analyze-failures']);
    expect((await listed()).length).toBe(before + 1);
    await proxy.close();
  });

  it('uploads a large file first', async () => {
    const large = report.replace('<testsuite>', `<testsuite><!--${' '.repeat(4_000_000)}-->`);
    await writeFile(file('large.xml'), large);
    const { code, stdout } = await run(['analyze', file('large.xml'), '--json']);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { result: { failures: [{}] } }]);
    expect(
      (await world.platform.records.list(uploads, { filter: { kind: 'upload' } })).rows,
    ).toHaveLength(1);
  });

  it('sends no key to the address of an upload at another origin (S10)', async () => {
    const heard: object[] = [];
    const store = await httpTarget((request, response) => {
      heard.push(request.headers);
      request.resume().on('end', () => response.end());
    });
    const service = await httpTarget((request, response) => {
      const url = `${store.origin}/bucket/uploads/upl_1?X-Amz-Signature=a`;
      const upload = { upload_id: 'upl_1', url, method: 'PUT' };
      const isUpload = request.url === '/uploads';
      request.resume().on('end', () => {
        response.writeHead(isUpload ? 200 : 202, { 'content-type': 'application/json' });
        response.end(JSON.stringify(isUpload ? upload : { status: 'queued', job_id: 'job_1' }));
      });
    });
    const words = ['analyze', file('large.xml'), '--no-wait', '--server', service.origin];
    expect((await run(words)).stdout).toMatch(/^Started job_1\./);
    expect(heard).toHaveLength(1);
    expect(JSON.stringify(heard)).not.toMatch(new RegExp(`${adminKey}|authorization|cookie`));
    await Promise.all([store.close(), service.close()]);
  });

  it('follows the analysis of a build, and shows its children', async () => {
    const builds = await openBuildWorld(onLocal, { AI_PROVIDER: 'provider_a', AI_MODEL: 'm' });
    builds.say({ text: '{"classification":"CODE ISSUE","details":"The test is old."}' });
    const cases = [failedCase('a', 'boom')];
    builds.jenkins.add('team/nightly', 5, { cases, console: startedBuilds(['team/part', 7]) });
    builds.jenkins.add('team/part', 7, { cases: [failedCase('b', 'gone')] });
    const { code, stdout, stderr } = await run(['analyze', 'team/nightly', '5'], {
      LANTERN_SERVER: builds.url,
    });
    expect(stderr).not.toMatch(/Error/);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Build +team\/nightly #5\n.*CODE ISSUE {2}shop\.a\n.*team\/part #7\n/s);
    const missing = await run(['analyze', 'team/nightly', '6'], { LANTERN_SERVER: builds.url });
    expect(missing).toMatchObject({
      ...{
        code: 1,
        stderr: expect.stringMatching(/Error: CI job team\/nightly #6 not found\n$/) as string,
      },
    });
    await builds.close();
  });

  it('pushes classes to the portal, and uploads to a server that has another public address', async () => {
    const portal = await fakePortal();
    const public_ = await openIssuesWorld(onLocal, {
      ...{ AI_PROVIDER: 'provider_a', AI_MODEL: 'm', REPORTS_URL: portal.origin },
      ...{ REPORTS_API_TOKEN: portalToken, REPORTS_PROJECT: portalProject },
      PUBLIC_BASE_URL: 'https://lantern.example',
    });
    await addJob(public_.platform, { id: 'job_a' });
    const server = { LANTERN_SERVER: public_.url };
    // The portal has no launch of the build.
    const { code, stdout } = await run(['push-reports', 'job_a'], server);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^Pushed 0\n.*Error: \S/s)]);
    const words = ['analyze', file('large.xml'), '--no-wait'];
    expect(await run(words, server)).toMatchObject({ code: 0, stderr: '' });
    await Promise.all([public_.close(), portal.close()]);
  });
});
