import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addJob, failure, nestedResult } from '#test/support/analysis-jobs.ts';
import { openAnalysisWorld, type AnalysisWorld } from '#test/support/analysis-world.ts';
import { lanternLine } from '#test/support/lantern-line.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { adminKey, onLocal } from '#test/support/world.ts';

const report =
  '<testsuite><testcase classname="shop" name="cart"><failure message="no bread"/></testcase></testsuite>';
const { error_signature: signature } = failure('login');

describe('the command line of the failure analysis', () => {
  let world: AnalysisWorld;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;

  beforeAll(async () => {
    [world, folder] = await Promise.all([openAnalysisWorld(onLocal), temporaryFolder()]);
    for (const id of ['job_a', 'job_b', 'job_c', 'job_d']) await addJob(world.platform, { id });
    await addJob(world.platform, { id: 'job_failed', status: 'failed' });
    await addJob(world.platform, { id: 'job_open', status: 'running' });
    await writeFile(join(folder.path, 'report.xml'), report);
    world.say({
      when: '.',
      text: '{"classification":"PRODUCT BUG","details":"The shop is out of bread."}',
    });
  });
  afterAll(async () => {
    await world?.close();
    await folder?.remove();
  });

  const run = (words: readonly string[], more: Record<string, string> = {}, stdin = '') => {
    const variables = { HOME: folder.path, LANTERN_SERVER: world.url, LANTERN_KEY: adminKey };
    return lanternLine(words, { ...variables, ...more }, stdin);
  };
  const file = (name: string) => join(folder.path, name);

  // Each is run as text, then for programs.
  const cases: readonly (readonly [words: string[], text: RegExp, data: object, key?: string])[] = [
    [['capabilities'], /^scm issues enabled +no\n/, { scm_issues_enabled: false }],
    [['ai-configs'], /^PROVIDER +MODEL\nprovider_a +sonnet\n$/, [{ ai_model: 'sonnet' }]],
    [['results', 'list'], /^JOB +STATUS +STARTED +BUILD\njob_/, []],
    [['results', 'list', '--limit', '1'], /^JOB.*\njob_\w+ .*\n$/, [{ status: expect.anything() }]],
    [
      ['results', 'show', 'job_a'],
      /Build +team\/nightly #5\n.*CODE ISSUE {2}login\n.*\nchild #7\n/s,
      { job_id: 'job_a', result: { failures: [{ test_name: 'login' }, {}] } },
    ],
    [['results', 'dashboard'], /\njob_a +completed +.*team\/nightly #5 +4 +\d/, []],
    [['results', 'dashboard', '--status', 'failed'], /^JOB.*\njob_failed +failed .*\n$/, []],
    [
      ['results', 'set-reviewed', 'job_a', 'login'],
      /^login is reviewed\n$/,
      { status: 'ok', reviewed_by: 'admin' },
    ],
    [['results', 'review-status', 'job_a'], /^1 of 4 failures reviewed, 0 /, { reviewed_count: 1 }],
    [['results', 'set-reviewed', 'job_a', 'login', '--not-reviewed'], /is not reviewed/, {}],
    [['results', 'compare', 'job_a'], /^(Compared|There is no)/, { fixed: [] }],
    [['results', 'sarif', 'job_a'], /"version":"2\.1\.0"/, { version: '2.1.0' }],
    [
      ['comments', 'add', 'job_a', 'login', 'seen @ann', '--child', 'child', '--child-build', '7'],
      /^Added comment \d+\n$/,
      { id: expect.any(Number) },
    ],
    [
      ['comments', 'list', 'job_a'],
      /^1 {2}login {2}admin, .*\n {2}seen @ann\n/,
      { comments: [{ child_job_name: 'child' }, {}] },
    ],
    [['comments', 'mentions', '--username', 'ann'], /admin +job_a +login +seen @ann/, {}, ''],
    [['comments', 'delete', 'job_a', '1'], /^Deleted comment 1\n$/, { status: 'deleted' }],
    [['history', 'failures', '--search', 'deep'], /^WHEN.*\n.*deep broke|timeout/, { total: 4 }],
    [['history', 'test', 'login'], /^Test +login\nFailed +\d+ of \d+/, { test_name: 'login' }],
    [['history', 'search', signature], /\n.* login\n$/, { signature, override: null }],
    [
      ['history', 'stats', 'team/nightly'],
      /^Job +team\/nightly\nAnalyses +/,
      { total_analyses: 4 },
    ],
    [
      ['classify', 'login', 'FLAKY', '--reason', 'seen twice', '--job', 'team/nightly'],
      /^Recorded as \d+: login is FLAKY\n$/,
      { id: expect.any(Number) },
    ],
    [['history', 'classifications', 'login'], /FLAKY +admin +login +seen twice/, { total: 2 }],
    [
      ['override-classification', 'job_a', 'login', 'INFRASTRUCTURE'],
      /^login is INFRASTRUCTURE\n$/,
      { status: 'ok', classification: 'INFRASTRUCTURE' },
    ],
    [['history', 'forget-override', signature], /ask the model again/, {}],
    [['status', 'job_a'], /^completed /, { status: 'completed', groups: 0 }],
    [['auth', 'whoami'], /^admin \(admin\) at http/, { username: 'admin', is_admin: true }],
    [['admin', 'users'], /No users|USERNAME/, { users: [] }],
    [
      ['admin', 'token-usage', '--group-by', 'day'],
      /\nall +\d+ /,
      { breakdown: expect.anything() },
    ],
    [
      ['health'],
      /^http\S+ +(healthy|degraded) +version /,
      { checks: { database: { status: 'ok' } } },
    ],
    [['config', 'show'], /\napi_key +\*\*\*\n/, { settings: { api_key: '***' } }],
    [['config', 'servers'], /^No servers yet: write them to .*config.toml\n$/, { servers: [] }],
  ];

  it.each(cases)('lantern %j', async (words, text, data, key = adminKey) => {
    const shown = await run(words, { LANTERN_KEY: key });
    expect([shown.code, shown.stderr]).toEqual([0, '']);
    expect(shown.stdout).toMatch(text);
    const isRepeatable = !['delete', 'forget-override'].includes(words[1] ?? '');
    if (!isRepeatable) return;
    const { code, stdout } = await run([...words, '--json'], { LANTERN_KEY: key });
    expect(code).toBe(0);
    if (!Array.isArray(data) || data.length > 0) expect(JSON.parse(stdout)).toMatchObject(data);
  });
});
