import { describe, expect, it } from 'vitest';
import { comments, mentions, reviews } from '#core/analysis/base/tables/discussion-tables.ts';
import { enrichedXml, jobFolder } from '#core/analysis/base/job-files.ts';
import { overrideKey } from '#core/analysis/results/overlay.ts';
import type { StoredResult } from '#core/analysis/base/schema/stored-result.ts';
import { jobGroups, jobs } from '#core/analysis/base/tables/job-tables.ts';
import { failureHistory, testClassifications } from '#core/analysis/base/tables/tables.ts';
import { addJob, childJob, failure, nestedResult } from '#test/support/analysis/analysis-jobs.ts';
import { asAdmin } from '#test/support/actors.ts';
import { eachTest } from '#test/support/each-test.ts';
import type { Received } from '#test/support/http/http-client.ts';
import { openAnalysisWorld } from '#test/support/analysis/analysis-world.ts';
import { homes } from '#test/support/homes.ts';
import { openWorld } from '#test/support/world.ts';

/** Files that are made from a stored analysis, and its end. */
describe.each(homes({ quick: ['AWS'] }))('exports on $name', ({ name, home }) => {
  const world = eachTest(() => openWorld(home, 'analysis'));
  const get = (path: string) => world().send({ path });

  describe('GET /results/{job_id}/sarif', () => {
    const result: StoredResult = {
      failures: [
        failure('login', {
          detail: { code_fix: { file: 'src/a b/ü.ts', line: '10-12', change: 'Wait longer.' } },
        }),
        failure('cart', { classification: 'PRODUCT BUG' }),
        failure('', { error: '', classification: '', detail: { details: '' } }),
        failure('unknown line', { detail: { code_fix: { file: 'x.ts', line: '', change: '' } } }),
        { ...failure('console', { detail: { code_fix: false } }), error_signature: '' },
      ],
      child_job_analyses: [
        childJob('child', 7, [], [childJob('deep', 9, [failure('net', { error: 'down' })])]),
      ],
    };

    it('has a rule for each class, and a result with place and fingerprint for each failure', async () => {
      const net = result.child_job_analyses[0]?.failed_children[0]?.failures[0];
      const scope = { child_job_name: 'deep', child_build_number: 9 };
      const overrides = {
        [overrideKey(scope, net?.error_signature ?? '')]: 'INFRASTRUCTURE' as const,
      };
      await addJob(world().platform, { id: 'job_1', overrides }, result);
      const reply = await get('/results/job_1/sarif');
      expect(reply.headers).toMatchObject({
        'content-type': 'application/sarif+json; charset=utf-8',
        'content-disposition': 'attachment; filename="job_1.sarif"',
      });
      const rules = [
        ['code-issue', 'error'],
        ['product-bug', 'error'],
        ['infrastructure', 'warning'],
        ['unclassified', 'note'],
      ].map(([id = '', level]) => ({ id, defaultConfiguration: { level } }));
      const of = (ruleIndex: number, name: string, more: object = {}) => ({
        ...{ ruleIndex, ruleId: rules[ruleIndex]?.id },
        ...{ level: rules[ruleIndex]?.defaultConfiguration.level },
        message: { text: expect.stringMatching(`^${name}(\n|$)`) as string },
        ...more,
      });
      const at = (uri: string, more: object = {}) => ({
        locations: [
          { physicalLocation: { artifactLocation: { uri, uriBaseId: '%SRCROOT%' }, ...more } },
        ],
      });
      const properties = { test_name: 'net', classification: 'INFRASTRUCTURE', ...scope };
      expect(reply.json()).toMatchObject({
        ...{ $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0' },
        runs: [
          {
            ...{ tool: { driver: { rules } }, automationDetails: { id: 'team/nightly/5' } },
            results: [
              of(0, 'login', at('src/a%20b/%C3%BC.ts', { region: { startLine: 10 } })),
              of(1, 'cart'),
              of(3, 'A test without a name failed.'),
              of(0, 'unknown line', at('x.ts')),
              of(0, 'console'),
              of(2, 'net', {
                properties: { ...properties, evidence: `src/net.ts:3: throw new Error('down')` },
                partialFingerprints: { 'errorSignature/v1': net?.error_signature },
              }),
            ],
          },
        ],
      });
      const { runs } = reply.json() as { runs: { results: { partialFingerprints?: object }[] }[] };
      const prints = runs[0]?.results.map((each) => each.partialFingerprints !== undefined);
      expect(prints).toEqual([true, true, true, true, false, true]);
    });
  });

  it('GET /results/{job_id}/enriched.xml is the XML as a file', async () => {
    const { platform } = world();
    await addJob(platform, { id: 'job_1', kind: 'direct', has_xml: true }, nestedResult);
    await platform.blobs.put(enrichedXml('job_1'), '<a>ü</a>');
    const reply = await get('/results/job_1/enriched.xml');
    const link = reply.headers.location;
    expect([reply.status, link === undefined]).toEqual(
      world().isStrict ? [302, false] : [200, true],
    );
    if (link === undefined) {
      expect([
        reply.text,
        reply.headers['content-type'],
        reply.headers['content-disposition'],
      ]).toEqual([...['<a>ü</a>', 'application/xml', 'attachment; filename="job_1.xml"']]);
    } else expect(await (await fetch(link)).text()).toBe('<a>ü</a>');
    await addJob(platform, { id: 'job_2' });
    const none = await get('/results/job_2/enriched.xml');
    const detail = 'Job job_2 was not started with JUnit XML';
    expect([none.status, none.json()]).toEqual([404, { detail }]);
  });

  it.each(['sarif', 'enriched.xml'])('%s of an analysis without a result', async (path) => {
    await addJob(world().platform, { id: 'job_1', status: 'running' });
    await addJob(world().platform, { id: 'job_2', status: 'failed' });
    const statuses = ['job_1', 'job_2', 'none'].map(
      async (id) => (await get(`/results/${id}/${path}`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([202, 409, 404]);
  });

  describe('deleting', () => {
    const tables = [
      jobs,
      jobGroups,
      failureHistory,
      testClassifications,
      comments,
      reviews,
      mentions,
    ];
    const rows = async () => {
      const { records } = world().platform;
      const pages = await Promise.all(tables.map((table) => records.list(table as typeof jobs)));
      return pages.map((page) => page.rows.length);
    };
    const remove = (id: string, headers: Record<string, string> = asAdmin) =>
      world().send({ method: 'DELETE', path: `/results/${id}`, headers });
    const said = (reply: Received) => [reply.status, reply.json()];
    const write = (method: string, path: string, body: object) =>
      world().send({ method, path, body });

    async function addDiscussed(id: string): Promise<void> {
      const { records } = world().platform;
      // A sweep tidies up what ended lately.
      await addJob(world().platform, { id, lease_until: '2026-01-01T00:00:00.000Z' });
      await records.insert(jobGroups, {
        ...{ job: id, position: 0, group_key: 'a', signatures: [], tests: [], failures: 0 },
        ...{ error_message: '', stack_trace: '' },
      });
      const comment = { test_name: 'login', comment: 'see @uma' };
      await write('POST', `/results/${id}/comments`, comment);
      await write('PUT', `/results/${id}/reviewed`, { test_name: 'login', reviewed: true });
      const said = { test_name: 'login', classification: 'FLAKY', job_id: id };
      await write('POST', '/history/classify', said);
    }

    it('removes everything of the job, and nothing of another', async () => {
      const { blobs } = world().platform;
      await addDiscussed('job_1');
      const before = await rows();
      await addDiscussed('job_2');
      expect((await rows()).map((count) => count / 2)).toEqual(before);
      expect(said(await remove('job_2'))).toEqual([200, { status: 'deleted', job_id: 'job_2' }]);
      expect(await rows()).toEqual(before);
      expect(await Array.fromAsync(blobs.list(jobFolder('job_2')))).toEqual([]);
      expect((await Array.fromAsync(blobs.list(jobFolder('job_1')))).length).toBeGreaterThan(0);
      expect(said(await remove('job_2'))).toEqual([404, { detail: `Job 'job_2' not found` }]);
    });

    it('of many names what could not be deleted', async () => {
      for (const id of ['job_1', 'job_2', 'job_3']) await addJob(world().platform, { id });
      const bulk = (job_ids: unknown) =>
        world().send({
          ...{ method: 'DELETE', path: '/api/results/bulk', headers: asAdmin },
          body: { job_ids },
        });
      expect(said(await bulk(['job_1', 'none', 'job_2', 'job_1']))).toEqual([
        200,
        {
          ...{ deleted: ['job_1', 'job_2'], total: 3 },
          failed: [{ job_id: 'none', reason: `Job 'none' not found` }],
        },
      ]);
      const ids = (count: number) =>
        Array.from({ length: count }, (_, at) => `job_${'x'.repeat(36)}${at}`);
      expect((await bulk(ids(500))).status).toBe(200);
      for (const wrong of [ids(501), [], 'job_3', [1]]) {
        expect((await bulk(wrong)).status).toBe(422);
      }
      expect((await get('/results/job_3')).status).toBe(200);
    });
  });

  it.runIf(name === 'laptop')(
    'deleting an analysis at work ends its model and leaves nothing (R1)',
    async () => {
      const world = await openAnalysisWorld(home);
      try {
        const { records, blobs } = world.platform;
        world.say({ hang: true });
        const failures = [{ test_name: 'login', error_message: 'boom' }];
        const queued = await world.analyze({ failures }, { prefer: 'respond-async' });
        const { job_id } = queued.json() as { job_id: string };
        const patience = { interval: 20 };
        await expect.poll(() => world.calls().length, patience).toBe(1);
        const path = `/results/${job_id}`;
        const reply = await world.send({ method: 'DELETE', path, headers: asAdmin });
        expect([reply.status, reply.json()]).toEqual([200, { status: 'deleted', job_id }]);
        await world.clock.advance(1_000);
        const pid = world.calls()[0]?.pid ?? 0;
        await expect.poll(() => isAlive(pid), patience).toBe(false);
        for (const table of [jobs, jobGroups, failureHistory]) {
          const count = async () => (await records.list(table as typeof jobs)).rows.length;
          expect(await count()).toBe(0);
        }
        expect(await Array.fromAsync(blobs.list(jobFolder(job_id)))).toEqual([]);
      } finally {
        await world.close();
      }
    },
  );
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
