import { describe, expect, it } from 'vitest';
import { openSecrets } from '#core/analysis/base/configuration/sealed.ts';
import { jobGroups } from '#core/analysis/base/tables/job-tables.ts';
import { failureHistory } from '#core/analysis/base/tables/tables.ts';
import { errorSignature } from '#core/analysis/explain/grouping/signature.ts';
import { failedCase, openBuildWorld, startedBuilds } from '#test/support/analysis/build-world.ts';
import { eachTest } from '#test/support/each-test.ts';
import { answer } from '#test/support/analysis/explain-world.ts';
import type { JenkinsBuild } from '#test/support/analysis/jenkins/jenkins.ts';
import { homes } from '#test/support/homes.ts';

const signature = (error_message: string) => errorSignature({ error_message, stack_trace: 'at x' });
const phases = (job: { progress_log: readonly { phase: string }[] }) =>
  job.progress_log.map(({ phase }) => phase);

/** Builds from the request to the result, over HTTP and a build server. */
describe.each(homes())('builds on $name', ({ home }) => {
  const world = eachTest(() => openBuildWorld(home));
  const add = (name: string, number: number, build: Partial<JenkinsBuild> = {}) =>
    world().jenkins.add(name, number, build);
  const page = (name: string, number: number) => world().jenkins.page(name, number).slice(0, -1);
  const analyzed = (test_name: string, error: string, affected_tests = [test_name]) => ({
    ...{ test_name, error, error_signature: signature(error), peer_debate: null },
    analysis: {
      ...{ classification: 'CODE ISSUE', affected_tests, details: 'It is CODE ISSUE.' },
      artifacts_evidence: '',
    },
  });

  it('analyzes a build and its failed children, each with its own report', async () => {
    world().say(answer('CODE ISSUE'));
    const cases = [failedCase('a', 'boom'), failedCase('b', 'no 7'), failedCase('c', 'boom')];
    add('team/nightly', 5, { cases, console: startedBuilds(['team/part', 7], ['other', 2]) });
    const console = startedBuilds(['deep', 1], ['team/nightly', 5], ['other', 2]);
    add('team/part', 7, { cases: [failedCase('a', 'boom')], console });
    add('deep', 1, { cases: [failedCase('d', 'gone')] });
    add('other', 2, { console: 'starting\nERROR: no space left on device\n' });
    const reply = await world().start();
    const { job_id } = reply.json() as { job_id: string };
    expect([reply.status, reply.json()]).toEqual([
      202,
      {
        ...{ status: 'queued', job_id, base_url: '', result_url: `/results/${job_id}` },
        message: `Analysis job queued. Poll /results/${job_id} for status.`,
      },
    ]);
    const own = [
      analyzed('shop.a', 'boom', ['shop.a', 'shop.c']),
      analyzed('shop.b', 'no 7'),
      analyzed('shop.c', 'boom', ['shop.a', 'shop.c']),
    ];
    const one = '1 failure(s) analyzed (1 unique error type(s)).';
    const more = (count: number) =>
      `Additionally, ${count} failed child job(s) were analyzed recursively.`;
    const child = (
      job_name: string,
      build_number: number,
      failures: object[],
      below: object[] = [],
    ) => ({
      ...{ job_name, build_number, failures, failed_children: below, note: null },
      ci_url: page(job_name, build_number),
      summary: below.length === 0 ? one : `${one} ${more(below.length)}`,
    });
    const fromConsole = analyzed('other', 'ERROR: no space left on device');
    expect(await world().result(job_id)).toMatchObject({
      ...{ job_id, job_name: 'team/nightly', build_number: 5, ci_url: page('team/nightly', 5) },
      ...{ status: 'completed', ai_provider: 'provider_a', ai_model: 'main', failures: own },
      summary: `3 failure(s) analyzed (2 unique error type(s)). ${more(2)}`,
      child_job_analyses: [
        child(
          'team/part',
          7,
          [analyzed('shop.a', 'boom')],
          [child('deep', 1, [analyzed('shop.d', 'gone')])],
        ),
        child('other', 2, [{ ...fromConsole, error_signature: '' }]),
      ],
    });
    const job = await world().job(job_id);
    expect(job).toMatchObject({ failure_count: 6, child_job_count: 2, code_issues: 6, groups: 5 });
    expect(phases(job)).toEqual([
      ...['waiting_for_ci', 'analyzing', 'analyzing_child_jobs', 'analyzing_failures', 'saving'],
    ]);
    const { records, blobs } = world().platform;
    const { rows } = await records.list(failureHistory, { where: { job_id } });
    expect(rows.map((row) => [row.test_name, row.child_job_name, row.child_build_number])).toEqual([
      ...[
        ['shop.a', '', 0],
        ['shop.b', '', 0],
        ['shop.c', '', 0],
        ['shop.a', 'team/part', 7],
      ],
      ...[
        ['shop.d', 'deep', 1],
        ['other', 'other', 2],
      ],
    ]);
    expect(rows[3]).toMatchObject({ job_name: 'team/nightly', build_number: 5 });
    expect(world().calls()).toHaveLength(5);
    // Of what was read, only the console output that is quoted is left.
    const folder = `jobs/${job_id}/`;
    await expect
      .poll(() => Array.fromAsync(blobs.list(folder), ({ key }) => key.slice(folder.length)))
      .toEqual(['consoles.json', 'result.json']);
    expect((await records.list(jobGroups, { where: { job: job_id } })).rows).toEqual([]);
    const dashboard = (await world().send({ path: '/api/dashboard' })).json() as object[];
    expect(dashboard[0]).toMatchObject({
      ...{ job_name: 'team/nightly', build_number: 5, ci_url: page('team/nightly', 5) },
      ...{ failure_count: 6, child_job_count: 2 },
    });
  });

  it.each([
    [true, 'build-artifacts/app.log:1: disk full'],
    [false, ''],
  ])('with get_job_artifacts %s, quotes the artifacts as %j', async (get_job_artifacts, found) => {
    const quote = 'build-artifacts/app.log:1: disk full';
    world().say(answer('INFRASTRUCTURE', { artifacts_evidence: quote }));
    const artifacts = { 'app.log': 'disk full', '../x': '' };
    add('team/nightly', 5, { cases: [failedCase('a', 'boom')], artifacts });
    const note = 'Artifacts that were not read: ../x: the name is not safe';
    expect(await world().result(await world().started({ get_job_artifacts }))).toMatchObject({
      failures: [{ analysis: { artifacts_evidence: found } }],
      request_params: { notes: get_job_artifacts ? [note] : [] },
    });
  });

  it('explains a build without failed tests by its console output alone, without debate', async () => {
    const evidence = 'console-output:1: npm ERR! code E404\nconsole-output:1: it was the moon';
    world().say(answer('INFRASTRUCTURE', { artifacts_evidence: evidence }));
    const quiet = Array.from({ length: 300 }, (_, at) => `line ${at}`).join('\n');
    add('team/nightly', 5, {
      console: `${quiet}\n\u001b[31mnpm ERR! code E404\u001b[0m\nbye\n${quiet}`,
    });
    const peers = [{ ai_provider: 'provider_a', ai_model: 'peer' }];
    const id = await world().started({ peer_ai_configs: peers });
    const { failures, summary, request_params } = await world().result(id);
    expect([summary, failures]).toMatchObject([
      '1 failure(s) analyzed (1 unique error type(s)).',
      [
        {
          ...{ test_name: 'team/nightly', error: 'npm ERR! code E404' },
          ...{ error_signature: '', peer_debate: null },
          analysis: {
            ...{ classification: 'INFRASTRUCTURE', affected_tests: ['team/nightly'] },
            artifacts_evidence: 'console-output:301: npm ERR! code E404',
          },
        },
      ],
    ]);
    expect(request_params).toMatchObject({ unverified_quotes: 1 });
    const [call, ...others] = world().calls();
    expect(others).toEqual([]);
    expect(call?.prompt).toMatch(/\n296: line 295\n[^]*301: npm[^]*E404\n302: bye\n303: line 0\n/);
    expect(call?.prompt).not.toContain('line 294\n');
    const page = await world().send({
      ...{ path: `/results/${id}`, headers: { accept: 'text/html' } },
    });
    expect(page.text).toMatch(/300: line 299\n<mark>301: npm ERR! code E404<\/mark>\n302: bye/);
  });

  it('remembers a class for the console output of later builds', async () => {
    world().say(answer('CODE ISSUE'));
    const console = 'starting\nERROR: no space left on device\nFinished: FAILURE\n';
    for (const number of [5, 6]) add('team/nightly', number, { console });
    const first = await world().started();
    await world().result(first);
    const { status } = await world().send({
      ...{ method: 'PUT', path: `/results/${first}/override-classification` },
      headers: { cookie: 'app_username=uma' },
      body: { test_name: 'team/nightly', classification: 'INFRASTRUCTURE' },
    });
    expect(status).toBe(200);
    const second = await world().started({ build_number: 6 });
    const { failures } = await world().result(second);
    expect(failures).toMatchObject([{ analysis: { classification: 'INFRASTRUCTURE' } }]);
    expect(world().calls()).toHaveLength(1);
    const { json } = await world().send({ path: `/results/${second}/comparison` });
    expect(json()).toEqual({
      ...{ compared_with: first, new: [], fixed: [], still_failing: ['team/nightly'] },
    });
  });

  it.each<[string, string, object, object]>([
    [
      'a successful build is completed early',
      'SUCCESS',
      {},
      {
        status: 'completed',
        summary: 'Build passed successfully. No failures to analyze.',
        failures: [],
      },
    ],
    [
      'a successful build is analyzed when the request says so',
      'SUCCESS',
      { force: true },
      { status: 'completed', failures: [{ test_name: 'shop.a' }] },
    ],
    [
      'a build that runs is analyzed when the request does not wait',
      '',
      { wait_for_completion: false },
      { status: 'completed', failures: [{ test_name: 'shop.a' }] },
    ],
  ])('%s', async (_, result, body, expected) => {
    world().say(answer('CODE ISSUE'));
    const state = { result: result || null, building: result === '' };
    add('team/nightly', 5, { ...state, cases: [failedCase('a', 'boom')] });
    expect(await world().result(await world().started(body))).toMatchObject(expected);
  });

  it('follows children to depth 3, and names those below', async () => {
    world().say(answer('CODE ISSUE'));
    add('team/nightly', 5, { console: startedBuilds(['c1', 1]) });
    for (const depth of [1, 2, 3, 4]) {
      add(`c${depth}`, depth, {
        cases: [failedCase('t', 'x')],
        console: startedBuilds([`c${depth + 1}`, depth + 1]),
      });
    }
    const result = await world().result(await world().started());
    expect(result).toMatchObject({
      ...{
        failures: [],
        summary:
          '0 failure(s) analyzed (0 unique error type(s)). Additionally, 1 failed child job(s) were analyzed recursively.',
      },
      child_job_analyses: [
        {
          job_name: 'c1',
          note: null,
          failed_children: [
            {
              job_name: 'c2',
              failed_children: [
                {
                  ...{ job_name: 'c3', failures: [{ test_name: 'shop.t' }], failed_children: [] },
                  note: 'Failed child jobs that were not analyzed: c4 #4; child jobs are followed to depth 3.',
                },
              ],
            },
          ],
        },
      ],
    });
  });

  it('explains the console output of builds whose failed children are shown elsewhere', async () => {
    world().say(answer('CODE ISSUE'));
    add('team/nightly', 5, { console: startedBuilds(['a', 1], ['b', 1]) });
    for (const name of ['a', 'b']) {
      add(name, 1, { console: `${startedBuilds(['shared', 1])}\nERROR: ${name} has trouble` });
    }
    add('shared', 1, { cases: [failedCase('t', 'x')], console: startedBuilds(['a', 1]) });
    const note = 'Its failed child jobs are shown elsewhere: shared #1.';
    expect((await world().result(await world().started())).child_job_analyses).toMatchObject([
      {
        ...{ job_name: 'a', failures: [], note: null },
        failed_children: [{ job_name: 'shared', failures: [{}], note: null }],
      },
      { job_name: 'b', failures: [{ test_name: 'b' }], failed_children: [], note },
    ]);
  });

  it('explains the console output of a build of which no child can be read', async () => {
    world().say(answer('CODE ISSUE'));
    const console = (depth: number) => startedBuilds([`c${depth}`, depth]);
    add('team/nightly', 5, { console: console(9) });
    expect(await world().result(await world().started())).toMatchObject({
      failures: [{ test_name: 'team/nightly', error: 'Build c9 #9 completed: FAILURE' }],
      child_job_analyses: [{ note: 'CI job c9 #9 not found', failures: [] }],
      summary: '1 failure(s) analyzed (1 unique error type(s)).',
    });
    // The last one is not read, for its depth.
    add('team/nightly', 5, { console: console(1) });
    for (const depth of [1, 2, 3, 4]) add(`c${depth}`, depth, { console: console(depth + 1) });
    const result = await world().result(await world().started());
    const failures = [{ test_name: 'c3', error: 'Build c4 #4 completed: FAILURE' }];
    const note = expect.stringContaining('c4 #4; child jobs are followed') as string;
    expect(result).toMatchObject({
      failures: [],
      child_job_analyses: [{ failed_children: [{ failed_children: [{ failures, note }] }] }],
    });
  });

  it('notes a child that cannot be read, and analyzes the rest', async () => {
    world().say(answer('CODE ISSUE'));
    const console = startedBuilds(['gone', 3], ['bad', 4]);
    add('team/nightly', 5, { cases: [failedCase('a', 'boom')], console });
    add('bad', 4);
    world().jenkins.fault = (request, response) => {
      if (!request.url?.includes('/job/bad/4/testReport')) return false;
      response.writeHead(200).end('{"suites":[');
      return true;
    };
    const { status, summary, child_job_analyses } = await world().result(await world().started());
    expect([status, summary, child_job_analyses]).toMatchObject([
      'completed',
      '1 failure(s) analyzed (1 unique error type(s)).',
      [
        { job_name: 'gone', ci_url: null, summary: null, note: 'CI job gone #3 not found' },
        {
          job_name: 'bad',
          failures: [],
          note: expect.stringContaining('did not answer as Jenkins does') as string,
        },
      ],
    ]);
  });

  it('repeats a build with its stored settings, and compares it with the build before', async () => {
    world().say(answer('CODE ISSUE'));
    add('team/nightly', 4, { cases: [failedCase('a', 'boom'), failedCase('b', 'boom')] });
    const five = add('team/nightly', 5, { cases: [failedCase('a', 'boom')] });
    const before = await world().started({ build_number: 4 });
    await world().ended(before);
    world().clock.jump(1_000);
    const id = await world().started({ ci_user: world().jenkins.user, max_wait_minutes: 3 });
    await world().ended(id);
    five.cases = [failedCase('a', 'boom'), failedCase('c', 'new')];
    world().clock.jump(1_000);
    const body = { raw_prompt: 'Be brief.' };
    const again = await world().send({ method: 'POST', path: `/re-analyze/${id}`, body });
    expect(again.status).toBe(202);
    const { job_id } = again.json() as { job_id: string };
    expect(await world().result(job_id)).toMatchObject({
      failures: [{ test_name: 'shop.a' }, { test_name: 'shop.c' }],
      request_params: { max_wait_minutes: 3, raw_prompt: 'Be brief.', ci_url: world().jenkins.url },
    });
    const job = await world().job(job_id);
    expect(job).toMatchObject({ repeats: id, job_name: 'team/nightly', build_number: 5 });
    const secrets = await openSecrets(world().platform, job.sealed_params);
    expect(secrets).toMatchObject({ ci_user: 'lantern', ci_password: world().jenkins.token });
    expect(JSON.stringify([job, world().logs])).not.toContain(world().jenkins.token);
    const comparison = await world().send({ path: `/results/${job_id}/comparison` });
    expect(comparison.json()).toEqual({
      ...{ compared_with: before, new: ['shop.c'], fixed: ['shop.b'], still_failing: ['shop.a'] },
    });
    const sarif = await world().send({ path: `/results/${job_id}/sarif` });
    expect(sarif.json()).toMatchObject({ runs: [{ automationDetails: { id: 'team/nightly/5' } }] });
  });

  it('ends a waiting analysis at once when it is cancelled', async () => {
    world().say(answer('CODE ISSUE'));
    add('team/nightly', 5, { result: null, building: true });
    const id = await world().started({ poll_interval_minutes: 600 });
    const waits = await world().until(
      id,
      ({ waiting, ci_url }) => waiting !== null && ci_url !== '',
    );
    expect([waits.status, phases(waits), waits.ci_url]).toEqual([
      ...['waiting', ['waiting_for_ci'], page('team/nightly', 5)],
    ]);
    expect((await world().send({ path: `/results/${id}` })).status).toBe(202);
    const reply = await world().send({ method: 'POST', path: `/results/${id}/cancel` });
    expect([reply.status, reply.json()]).toEqual([202, { cancelled: id }]);
    expect(await world().job(id)).toMatchObject({ status: 'failed', analysis_started_at: null });
  });

  describe('without a build server', () => {
    const alone = eachTest(() => openBuildWorld(home, { CI_URL: '' }));

    it('does not wait, and fails with what to configure', async () => {
      const id = await alone().started();
      expect(await alone().ended(id)).toMatchObject({
        ...{ status: 'failed', ci_url: '', progress_log: [] },
        error:
          'No build server is configured: send ci_url with the request, or set CI_URL on the server',
      });
    });
  });
});
