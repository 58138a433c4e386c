import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { directAnswer } from '#core/analysis/results/read-envelope.ts';
import { overrideKey } from '#core/analysis/results/overlay.ts';
import { enrichedXml } from '#core/analysis/base/job-files.ts';
import { jobs } from '#core/analysis/base/tables/job-tables.ts';
import type { StoredResult } from '#core/analysis/base/schema/stored-result.ts';
import {
  addJob,
  childJob,
  failure,
  nestedResult,
  params,
  buildParams,
} from '#test/support/analysis/analysis-jobs.ts';
import { eachTest } from '#test/support/each-test.ts';
import { homes } from '#test/support/homes.ts';
import { openWorld } from '#test/support/world.ts';

const nestedUrl = 'https://ci.example/job/team/job/nightly/5';
const flat: StoredResult = { failures: [failure('login')], child_job_analyses: [] };

/** What is read of analyses that are stored. */
describe.each(homes())('results on $name', ({ home }) => {
  const world = eachTest(() =>
    openWorld(home, 'analysis', {
      environment: { PUBLIC_BASE_URL: 'https://lantern.example', TRACKER_PROJECT_KEY: 'SHOP' },
    }),
  );
  const get = async (path: string) => {
    const reply = await world().send({ path });
    return [reply.status, reply.json()] as const;
  };

  describe('GET /results/{job_id}', () => {
    it('of a build has exactly these fields, with children two levels deep', async () => {
      const findings = {
        ...{ unverified_quotes: 2, notes: ['library could not be cloned'] },
        overrides_applied: [],
      };
      const progress_log = [{ phase: 'analyzing', timestamp: 1_772_362_800.5 }];
      await addJob(world().platform, {
        ...{ id: 'job_1', findings, progress_phase: 'saving', progress_log },
        sealed_params: 'sealed',
      });
      const [status, body] = await get('/results/job_1');
      expect(status).toBe(200);
      expect(body).toEqual({
        job_id: 'job_1',
        ci_url: 'https://ci.example/job/team/job/nightly/5',
        status: 'completed',
        created_at: '2026-03-01T11:00:00.000Z',
        completed_at: '2026-03-01T11:00:00.000Z',
        analysis_started_at: '2026-03-01T11:00:00.000Z',
        capabilities: {
          ...{ scm_issues_enabled: false, tracker_issues_enabled: true, reports: false },
          ...{ server_scm_token: false, server_tracker_token: false, server_tracker_email: false },
          ...{ server_tracker_project_key: 'SHOP', reports_project: '' },
        },
        base_url: 'https://lantern.example',
        result_url: 'https://lantern.example/results/job_1',
        result: {
          ...{ job_id: 'job_1', status: 'completed', summary: '4 failure(s) analyzed.' },
          ...{ job_name: 'team/nightly', build_number: 5 },
          ci_url: 'https://ci.example/job/team/job/nightly/5',
          ...{ ai_provider: 'provider_a', ai_model: 'sonnet' },
          ...nestedResult,
          request_params: { ...params, ...buildParams, ...findings, writer: null },
          ...{ progress_phase: 'saving', progress_log },
        },
      });
    });

    it('of a direct analysis has its XML, character for character', async () => {
      const { platform } = world();
      await addJob(platform, { id: 'job_1', kind: 'direct', has_xml: true }, flat);
      // Longer than a piece of a file, and with characters of several bytes at every offset.
      const xml = `<a>${'"ü€😀\\\n'.repeat(30_000)}</a>`;
      await platform.blobs.put(enrichedXml('job_1'), xml);
      const [status, body] = await get('/results/job_1');
      expect([status, body]).toMatchObject([200, { ci_url: '' }]);
      const { result } = body as { result: object };
      expect(Object.keys(result).sort()).toEqual(
        [
          ...['ai_model', 'ai_provider', 'enriched_xml', 'failures', 'job_id', 'progress_log'],
          ...['progress_phase', 'request_params', 'status', 'summary'],
        ].sort(),
      );
      expect(result).toMatchObject({ enriched_xml: xml, failures: flat.failures });
    });

    it('lays the classes that people set over the result, and drops what they exclude', async () => {
      const both = {
        code_fix: { file: 'a.ts', line: '1', change: 'b' },
        product_bug_report: false,
      } as const;
      const cases = (name: string) =>
        ['CODE ISSUE', 'PRODUCT BUG', 'INFRASTRUCTURE'].map((to) =>
          failure(`${name} to ${to}`, { detail: both }),
        );
      const result = {
        failures: cases('own'),
        child_job_analyses: [childJob('c', 1, [], [childJob('d', 2, cases('deep'))])],
      };
      const classOf = (name: string) => name.replace(/^.* to /, '') as 'CODE ISSUE';
      const scopes = [
        { child_job_name: '', child_build_number: 0, failures: cases('own') },
        { child_job_name: 'd', child_build_number: 2, failures: cases('deep') },
      ];
      const overrides = Object.fromEntries(
        scopes.flatMap(({ failures, ...scope }) =>
          failures.map((each) => [
            overrideKey(scope, each.error_signature),
            classOf(each.test_name),
          ]),
        ),
      );
      await addJob(world().platform, { id: 'job_1', overrides }, result);
      const [, body] = await get('/results/job_1');
      const read = (body as { result: StoredResult }).result;
      const deep = read.child_job_analyses[0]?.failed_children[0]?.failures ?? [];
      for (const found of [read.failures, deep]) {
        const kept = found.map(({ analysis }) => [
          analysis.classification,
          analysis.code_fix,
          analysis.product_bug_report,
        ]);
        expect(kept).toEqual([
          ['CODE ISSUE', both.code_fix, undefined],
          ['PRODUCT BUG', undefined, false],
          ['INFRASTRUCTURE', undefined, undefined],
        ]);
      }
    });

    it.each([
      ['pending', 202],
      ['waiting', 202],
      ['running', 202],
      ['failed', 200],
      ['completed', 200],
    ] as const)('of a %s job is %i', async (status, code) => {
      await addJob(world().platform, { id: 'job_1', status });
      const [seen, body] = await get('/results/job_1');
      expect([seen, body]).toMatchObject([code, { status, result: { status } }]);
      const { result } = body as { result: { error?: string } };
      expect(result.error).toBe(status === 'failed' ? 'The model does not answer.' : undefined);
    });

    it('of a job that was cancelled while its result was saved has no failures', async () => {
      const { platform } = world();
      const job = { id: 'job_1', kind: 'direct', has_xml: true } as const;
      await addJob(platform, job, flat);
      await platform.blobs.put(enrichedXml('job_1'), '<testsuite/>');
      const failed = await platform.records.update(jobs, { id: 'job_1' }, { status: 'failed' });
      const nothing = { status: 'failed', failures: [], enriched_xml: null };
      expect((await get('/results/job_1'))[1]).toMatchObject({ result: nothing });
      const answer = await text(directAnswer(platform, failed));
      expect(JSON.parse(answer)).toMatchObject(nothing);
    });

    it('of any size is answered as a whole', async () => {
      const details = 'x'.repeat(1_000_000);
      const failures = ['a', 'b', 'c', 'd', 'e'].map((name) =>
        failure(name, { detail: { details } }),
      );
      await addJob(world().platform, { id: 'job_1' }, { failures, child_job_analyses: [] });
      const reply = await world().send({ path: '/results/job_1' });
      const link = reply.headers.location;
      expect([reply.status, link !== undefined]).toEqual(
        world().isStrict ? [302, true] : [200, false],
      );
      const text = link === undefined ? reply.text : await (await fetch(link)).text();
      expect(JSON.parse(text)).toMatchObject({ result: { failures } });
    });
  });

  describe('lists', () => {
    const add = (id: string, day: string, changes: object = {}) =>
      addJob(world().platform, { id, created_at: `2026-02-${day}T10:00:00.000Z`, ...changes });
    const ids = async (path: string) => {
      const [status, rows] = await get(path);
      return [status, (rows as { job_id: string }[]).map(({ job_id }) => job_id)];
    };

    it('GET /results has the newest first, with exactly these fields', async () => {
      await add('job_old', '01');
      await add('job_new', '03', { kind: 'direct' });
      await add('job_mid', '02', { status: 'running' });
      expect(await get('/results')).toEqual([
        200,
        [
          ['job_new', '', 'completed', '03'],
          ['job_mid', 'https://ci.example/job/team/job/nightly/5', 'running', '02'],
          ['job_old', 'https://ci.example/job/team/job/nightly/5', 'completed', '01'],
        ].map(([job_id, ci_url, status, day]) => {
          return { job_id, ci_url, status, created_at: `2026-02-${day}T10:00:00.000Z` };
        }),
      ]);
      expect(await ids('/results?limit=2')).toEqual([200, ['job_new', 'job_mid']]);
      await add('job_newest', '04');
      expect(await ids('/results?limit=2')).toEqual([200, ['job_newest', 'job_new']]);
    });

    it.each(['0', '101', '-1', '1.5', 'x', ''])(
      'GET /results refuses the limit %j',
      async (limit) => {
        const detail = 'limit: must be a whole number from 1 to 100';
        expect(await get(`/results?limit=${limit}`)).toEqual([422, { detail }]);
      },
    );

    it('GET /api/dashboard has exactly these fields, by status and kind', async () => {
      await add('job_1', '01', { reviewed_count: 2, comment_count: 3 });
      await add('job_2', '02', { kind: 'direct' });
      await add('job_3', '03', { status: 'failed' });
      const [status, rows] = await get('/api/dashboard');
      const timed = (day: string) => {
        const time = `2026-02-${day}T10:00:00.000Z`;
        return { created_at: time, completed_at: time, analysis_started_at: time };
      };
      const counted = { reviewed_count: 0, comment_count: 0 };
      const build = { job_name: 'team/nightly', build_number: 5, ci_url: nestedUrl };
      const ended = { failure_count: 4, summary: '4 failure(s) analyzed.' };
      expect([status, rows]).toEqual([
        200,
        [
          {
            ...{ job_id: 'job_3', status: 'failed', ...build, ...timed('03'), ...counted },
            error: 'The model does not answer.',
          },
          {
            job_id: 'job_2',
            status: 'completed',
            ci_url: '',
            ...timed('02'),
            ...counted,
            ...ended,
          },
          {
            ...{ job_id: 'job_1', status: 'completed', ...build, ...timed('01'), ...ended },
            ...{ reviewed_count: 2, comment_count: 3, child_job_count: 1 },
          },
        ],
      ]);
    });
  });
});
