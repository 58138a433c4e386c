import { describe, expect, it } from 'vitest';
import { flakyRule } from '#core/analysis/results/history/flaky.ts';
import { listFlaky, readTrend } from '#core/analysis/results/history/trends.ts';
import type { TestHistory } from '#core/analysis/base/schema/views.ts';
import type { StoredResult } from '#core/analysis/base/schema/stored-result.ts';
import { type Job } from '#core/analysis/base/tables/job-tables.ts';
import { aiCalls } from '#core/analysis/base/tables/tables.ts';
import { addJob, failure, nestedResult } from '#test/support/analysis/analysis-jobs.ts';
import { asAdmin } from '#test/support/actors.ts';
import { eachTest } from '#test/support/each-test.ts';
import { homes } from '#test/support/homes.ts';
import { openWorld } from '#test/support/world.ts';

const on = (day: number) => `2026-02-${String(day).padStart(2, '0')}T10:00:00.000Z`;
const of = (...failures: StoredResult['failures']): StoredResult => {
  return { failures, child_job_analyses: [] };
};
const bug = { classification: 'PRODUCT BUG' } as const;
const outage = { classification: 'INFRASTRUCTURE' } as const;

/** What the service knows across analyses. */
describe.each(homes())('history on $name', ({ home }) => {
  const world = eachTest(() => openWorld(home, 'analysis'));
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const reply = await world().send({ path, headers });
    return [reply.status, reply.json()] as [number, unknown];
  };
  /** A job of the day, whose build has its number. */
  const add = (day: number, result: StoredResult, changes: Partial<Job> = {}) =>
    addJob(
      world().platform,
      { id: `job_${day}`, created_at: on(day), build_number: day, ...changes },
      result,
    );
  const direct = (day: number, result: StoredResult, changes: Partial<Job> = {}) =>
    add(day, result, { kind: 'direct', job_name: '', build_number: 0, ...changes });

  describe('GET /history/failures', () => {
    it('has the newest first, with exactly these fields', async () => {
      await add(1, nestedResult);
      const deep = nestedResult.child_job_analyses[0]?.failed_children[0]?.failures[0];
      const [status, body] = await get('/history/failures?search=DEEP');
      expect([status, body]).toEqual([
        200,
        {
          total: 1,
          failures: [
            {
              ...{ id: 'job_1/3', job_id: 'job_1', job_name: 'team/nightly', build_number: 1 },
              ...{ test_name: 'deep', child_job_name: 'grandchild', child_build_number: 9 },
              ...{ error_message: 'timeout', error_signature: deep?.error_signature },
              ...{ classification: 'CODE ISSUE', analyzed_at: on(1) },
            },
          ],
        },
      ]);
    });

    it.each([
      ['', ['3 login', '3 100%', '2 login', '1 login', '1 cart']],
      ['limit=2', ['3 login', '3 100%']],
      ['limit=2&offset=3', ['1 login', '1 cart']],
      ['search=100%25', ['3 100%']],
      ['search=BROKE', ['3 login', '3 100%', '1 login', '1 cart']],
      ['search=', ['3 login', '3 100%', '2 login', '1 login', '1 cart']],
      ['job_name=weekly', ['2 login']],
      ['classification=PRODUCT%20BUG', ['1 cart']],
      ['search=login&classification=INFRASTRUCTURE&job_name=weekly', ['2 login']],
    ])('?%s finds %j', async (query, found) => {
      await add(1, of(failure('cart', bug), failure('login')));
      await add(2, of(failure('login', { error: 'down', ...outage })), { job_name: 'weekly' });
      await direct(3, of(failure('100%'), failure('login')));
      const [, body] = await get(`/history/failures?${query}`);
      const { failures, total } = body as {
        failures: { job_id: string; test_name: string }[];
        total: number;
      };
      const seen = failures.map(({ job_id, test_name }) => `${job_id.slice(4)} ${test_name}`);
      expect(seen).toEqual(found);
      if (!query.includes('limit')) expect(total).toBe(found.length);
    });

    it.each([
      'limit=0',
      'limit=201',
      'offset=-1',
      'classification=FLAKY',
      `search=${'x'.repeat(201)}`,
    ])('refuses %s', async (query) =>
      expect((await get(`/history/failures?${query}`))[0]).toBe(422),
    );
  });

  describe('GET /history/test/{name}', () => {
    const history = async (path: string) => (await get(`/history/test/${path}`))[1] as TestHistory;

    it('counts several analyses of one build once', async () => {
      await add(1, of(failure('a/b')));
      for (const day of [2, 3]) await add(day, of(failure('a/b')), { build_number: 2 });
      for (const day of [4, 5]) await add(day, of(), { build_number: 4 });
      expect(await history('a/b')).toMatchObject({
        ...{ total_runs: 3, failures: 2, first_seen: on(1), last_seen: on(3) },
        recent_runs: [{ failed: false }, { job_id: 'job_3' }, { job_id: 'job_1' }],
      });
    });

    it('counts the runs of its job since it first failed', async () => {
      await add(1, of());
      await add(2, of(failure('a/b', outage)));
      await add(3, of());
      await add(4, of(), { status: 'failed' });
      await add(5, of(failure('a/b'), failure('a/b')));
      await add(6, of(failure('a/b', bug)));
      const body = { test_name: 'a/b', comment: 'again' };
      await world().send({ method: 'POST', path: '/results/job_6/comments', body });
      expect(await history('a/b')).toEqual({
        ...{ test_name: 'a/b', total_runs: 4, failures: 3, failure_rate: 0.75 },
        ...{ first_seen: on(2), last_seen: on(6), last_classification: 'PRODUCT BUG' },
        classifications: { 'CODE ISSUE': 1, 'PRODUCT BUG': 1, INFRASTRUCTURE: 1, '': 0 },
        recent_runs: [
          [6, true, 'PRODUCT BUG'],
          [5, true, 'CODE ISSUE'],
          [3, false, ''],
          [2, true, 'INFRASTRUCTURE'],
        ].map(([day, failed, classification]) => ({
          ...{ job_id: `job_${day}`, job_name: 'team/nightly', build_number: day },
          ...{ analyzed_at: on(Number(day)), failed, classification },
          error_signature: failed ? failure('a/b').error_signature : '',
        })),
        comments: [
          {
            ...{ id: 1, job_id: 'job_6', ...body, username: '' },
            ...{ child_job_name: '', child_build_number: 0 },
            error_signature: failure('a/b').error_signature,
            created_at: '2026-03-01T12:00:00.000Z',
          },
        ],
        consecutive_failures: 2,
        ...{ flaky: true, flaky_rule: flakyRule },
      });
      expect(await history('a/b?limit=1&exclude_job_id=job_6')).toMatchObject({
        ...{ total_runs: 3, failures: 2, consecutive_failures: 1, flaky: true },
        recent_runs: [{ job_id: 'job_5' }],
      });
      expect(await history('a%20b')).toMatchObject({ test_name: 'a b', total_runs: 0 });
      expect(await history('a/b?job_name=other')).toMatchObject({
        total_runs: 0,
        first_seen: null,
      });
    });

    it.each([
      ['always the same class', [bug, bug, bug, bug], false],
      // A changed mind is no changed test.
      ['another class', [bug, outage, bug, outage], false],
      ['mended', [bug, bug, null, null], false],
      ['passes between failures', [bug, null, bug], true],
      [
        'changes before the last ten',
        [bug, null, bug, null, ...Array.from({ length: 10 }, () => bug)],
        false,
      ],
    ] as const)('says whether it is flaky: %s', async (_, outcomes, flaky) => {
      for (const [at, outcome] of outcomes.entries()) {
        await add(at + 1, outcome === null ? of() : of(failure('t', outcome)));
      }
      expect((await history('t')).flaky).toBe(flaky);
      const listed = await listFlaky(world().platform);
      expect(listed.map(({ test_name }) => test_name)).toEqual(flaky ? ['t'] : []);
    });

    it('takes analyses of one build as one run', async () => {
      await add(1, of(failure('t', bug)), { build_number: 7 });
      await add(2, of(), { build_number: 7 });
      await add(3, of(failure('t', bug)), { build_number: 7 });
      expect((await history('t')).flaky).toBe(false);
      expect(await listFlaky(world().platform)).toEqual([]);
    });

    it.each([
      ['one commit', ['c1', 'c1'], true],
      ['two commits', ['c1', 'c2'], false],
      ['unknown commits', [null, null], false],
    ])('passed and failed at %s', async (_, commits, flaky) => {
      for (const [at, commit] of commits.entries()) {
        const source = { branch: 'main', commit, run_url: null };
        await add(at + 1, at === 0 ? of(failure('t', bug)) : of(), { source });
      }
      expect((await history('t')).flaky).toBe(flaky);
    });
  });

  it('GET /history/search lists the tests of a signature', async () => {
    const same = { error: 'boom' };
    await add(1, of(failure('a', same), failure('b', same), failure('c')));
    await add(2, of(failure('a', { ...same, ...bug })));
    const signature = failure('a', same).error_signature;
    expect(await get(`/history/search?signature=${signature}`)).toEqual([
      200,
      {
        ...{ signature, total: 3, override: null },
        tests: [
          {
            ...{ test_name: 'a', occurrences: 2, last_seen: on(2), last_job_id: 'job_2' },
            classification: 'PRODUCT BUG',
          },
          {
            ...{ test_name: 'b', occurrences: 1, last_seen: on(1), last_job_id: 'job_1' },
            classification: 'CODE ISSUE',
          },
        ],
      },
    ]);
    await world().send({
      ...{ method: 'PUT', path: '/results/job_1/override-classification' },
      headers: { cookie: 'app_username=uma' },
      body: { test_name: 'a', classification: 'INFRASTRUCTURE' },
    });
    const [, found] = await get(`/history/search?signature=${signature}`);
    expect(found).toMatchObject({ override: 'INFRASTRUCTURE' });
    const none = { total: 0, override: null, tests: [] };
    const long = 'x'.repeat(700);
    expect((await get(`/history/search?signature=${long}`))[1]).toMatchObject(none);
    expect((await get('/history/search'))[0]).toBe(422);
  });

  it('GET /history/stats/{job_name} counts, for names in folders too', async () => {
    await add(1, of(failure('a'), failure('b', bug)));
    await add(2, of(failure('a', outage)));
    await add(3, of(), { status: 'running' });
    expect(await get('/history/stats/team/nightly')).toEqual([
      200,
      {
        ...{ job_name: 'team/nightly', total_analyses: 2, total_failures: 3 },
        ...{ first_analyzed: on(1), last_analyzed: on(2) },
        classifications: { 'CODE ISSUE': 1, 'PRODUCT BUG': 1, INFRASTRUCTURE: 1, '': 0 },
        most_failing: [
          { test_name: 'a', failures: 2 },
          { test_name: 'b', failures: 1 },
        ],
      },
    ]);
    const none = { total_analyses: 0, total_failures: 0, first_analyzed: null, most_failing: [] };
    expect((await get('/history/stats/none'))[1]).toMatchObject(none);
  });

  it('classifications of tests are recorded and listed', async () => {
    const classify = (body: object) =>
      world().send({
        ...{ method: 'POST', path: '/history/classify', body },
        headers: { cookie: 'app_username=uma' },
      });
    const first = await classify({ test_name: 'a', classification: 'KNOWN BUG', reason: 'see 7' });
    expect([first.status, first.json()]).toEqual([201, { id: 1 }]);
    const long = { reason: '漢'.repeat(10_000), references_info: '漢'.repeat(10_000) };
    const b = { test_name: 'b', classification: 'FLAKY', job_name: 'team/nightly', ...long };
    expect((await classify(b)).status).toBe(201);
    const empty = { job_name: '', parent_job_name: '', references_info: '', job_id: '' };
    expect(await get('/history/classifications?test_name=a')).toEqual([
      200,
      {
        total: 1,
        classifications: [
          {
            ...{ id: 1, test_name: 'a', classification: 'KNOWN BUG', reason: 'see 7', ...empty },
            ...{ created_by: 'uma', child_build_number: 0, created_at: '2026-03-01T12:00:00.000Z' },
          },
        ],
      },
    ]);
    const names = async (query: string) => {
      const [, body] = await get(`/history/classifications?${query}`);
      const { classifications } = body as { classifications: { test_name: string }[] };
      return classifications.map(({ test_name }) => test_name);
    };
    expect(await names('')).toEqual(['b', 'a']);
    expect(await names('job_name=team/nightly')).toEqual(['b']);
    expect(await names('classification=KNOWN%20BUG&limit=1')).toEqual(['a']);
    for (const body of [{ test_name: 'a' }, { test_name: ' ', classification: 'x' }]) {
      expect((await classify(body)).status).toBe(422);
    }
  });

  describe('GET /results/{job_id}/comparison', () => {
    const compare = async (id: string) => (await get(`/results/${id}/comparison`))[1];

    it('of a build is with the newest completed analysis of an earlier build of its job', async () => {
      await add(1, of(failure('a')));
      await add(2, of(failure('a'), failure('b')));
      await add(3, of(failure('x')), { job_name: 'weekly' });
      await add(4, of(), { status: 'failed' });
      await add(5, of(failure('b'), failure('c')));
      await add(6, of(failure('c')), { build_number: 5, repeats: 'job_5' });
      const since = { compared_with: 'job_2', new: ['c'], fixed: ['a', 'b'] };
      expect(await compare('job_5')).toEqual({ ...since, fixed: ['a'], still_failing: ['b'] });
      expect(await compare('job_6')).toEqual({ ...since, still_failing: [] });
      const none = { compared_with: null, new: [], fixed: [], still_failing: [] };
      expect(await compare('job_1')).toEqual(none);
    });

    it('of a direct analysis is with the last that had one of its tests', async () => {
      await direct(1, of(failure('a'), failure('b')));
      await direct(2, of(failure('unrelated')));
      await add(3, of(failure('a')));
      await direct(4, of(failure('a')));
      await direct(5, of(failure('a')), { repeats: 'job_4' });
      const since = { compared_with: 'job_1', new: [], fixed: ['b'], still_failing: ['a'] };
      expect(await compare('job_4')).toEqual(since);
      expect(await compare('job_5')).toEqual(since);
      expect(await compare('job_2')).toMatchObject({ compared_with: null });
    });
  });

  it('the trend has every day, with what was analyzed on it', async () => {
    await add(27, of(failure('a'), failure('b', bug)));
    await add(28, of(failure('a', outage)));
    await direct(2, of(failure('a', { classification: '' })), {
      id: 'job_same',
      created_at: on(28),
    });
    const none = {
      analyses: 0,
      code_issues: 0,
      product_bugs: 0,
      infrastructure: 0,
      unclassified: 0,
    };
    expect(await readTrend(world().platform, 4)).toEqual([
      { day: '2026-02-26', ...none },
      { day: '2026-02-27', ...none, analyses: 1, code_issues: 1, product_bugs: 1 },
      { day: '2026-02-28', ...none, analyses: 2, infrastructure: 1, unclassified: 1 },
      { day: '2026-03-01', ...none },
    ]);
  });

  it('GET /ai-configs has each model of completed analyses once', async () => {
    const model = (ai_model: string) => ({ ai_provider: 'provider_a', ai_model });
    await add(1, of(), model('one'));
    await add(2, of(), model('two'));
    await add(3, of(), model('two'));
    await add(4, of(), { ...model('three'), status: 'running' });
    expect(await get('/ai-configs')).toEqual([200, [model('two'), model('one')]]);
  });

  it('token usage is on a page of its own, and of one analysis on its page', async () => {
    const read = async (path: string, headers: Record<string, string>) => {
      const { text } = await world().send({ path, headers: { accept: 'text/html', ...headers } });
      return text.replace(/<[^>]+>|\s+/g, ' ').replace(/ +/g, ' ');
    };
    await addJob(world().platform, { id: 'job_1' });
    for (const [id, day] of ['03-01', '02-27', '01-01'].entries()) {
      await world().platform.records.insert(aiCalls, {
        ...{ id: String(id), job_id: `job_${id + 1}`, ai_provider: 'provider_a', ai_model: 'm' },
        ...{ called_at: `2026-${day}T10:00:00.000Z`, input_tokens: 1_000, output_tokens: 10 },
        cost_usd: 0.25,
      });
    }
    // A form sends empty fields; what makes no sense counts as empty.
    expect(await read('/usage?start_date=&end_date=2026-99-99&group_by=x', asAdmin)).toMatch(
      /2 calls, for which the providers reported 2,020 tokens and \$0\.500\..*2026-02-27 1 1,000 10 \$0\.250 2026-03-01 1 1,000 10/,
    );
    expect(await read('/usage?group_by=job&start_date=2026-01-01', asAdmin)).toContain('job_3 1');
    expect(await read('/results/job_1', asAdmin)).toContain('1 call, 1,010 tokens, $0.250 ');
    expect(await read('/results/job_1', {})).toMatch(/1,010 tokens (?!\$)/);
    await world().platform.records.insert(aiCalls, {
      ...{ id: '4', job_id: 'job_4', ai_provider: 'provider_a', ai_model: 'rules' },
      ...{ called_at: '2026-03-01T11:00:00.000Z', input_tokens: null, output_tokens: null },
      cost_usd: null,
    });
    expect(await read('/usage?ai_model=rules', asAdmin)).toMatch(
      /1 call, for which the providers reported no tokens and no cost\..*2026-03-01 1 – – – /,
    );
  });

  describe('GET /api/admin/token-usage', () => {
    const call = (id: string, day: number, ai_provider: string, cost_usd: number | null) =>
      world().platform.records.insert(aiCalls, {
        ...{ id, job_id: `job_${day}`, ai_provider, ai_model: `${ai_provider} model` },
        ...{ called_at: on(day), input_tokens: cost_usd === null ? null : 100, cost_usd },
        output_tokens: 10,
      });
    const usage = (group: string, calls: number, tokens: [number, number], cost_usd: number) => {
      return { group, calls, input_tokens: tokens[0], output_tokens: tokens[1], cost_usd };
    };

    it.each([
      ['', [usage('a', 2, [200, 20], 0.3), usage('b', 1, [0, 10], 0)]],
      ['group_by=model', [usage('a model', 2, [200, 20], 0.3), usage('b model', 1, [0, 10], 0)]],
      [
        'group_by=day&end_date=2026-02-02',
        [usage('2026-02-01', 1, [100, 10], 0.1), usage('2026-02-02', 1, [100, 10], 0.2)],
      ],
      ['group_by=job&start_date=2026-02-03', [usage('job_3', 1, [0, 10], 0)]],
      ['ai_provider=b&ai_model=b%20model', [usage('b', 1, [0, 10], 0)]],
      ['ai_model=none', []],
    ])('?%s', async (query, breakdown) => {
      await call('1', 1, 'a', 0.1);
      await call('2', 2, 'a', 0.2);
      await call('3', 3, 'b', null);
      const [status, body] = await get(`/api/admin/token-usage?${query}`, asAdmin);
      const { totals } = body as { totals: { calls: number; output_tokens: number } };
      const calls = breakdown.reduce((sum, each) => sum + each.calls, 0);
      expect([status, body]).toMatchObject([200, { breakdown }]);
      expect([totals.calls, totals.output_tokens]).toEqual([calls, calls * 10]);
    });

    it('refuses other groups and dates, and other callers', async () => {
      for (const query of ['group_by=user', 'start_date=1.1.2026', 'end_date=2026-13-45']) {
        expect((await get(`/api/admin/token-usage?${query}`, asAdmin))[0]).toBe(422);
      }
      expect(await get('/api/admin/token-usage')).toEqual([
        403,
        { detail: 'Admin access required' },
      ]);
    });
  });
});
