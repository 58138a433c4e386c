import { describe, expect, it } from 'vitest';
import { comments, mentions, reviews } from '#core/analysis/base/tables/discussion-tables.ts';
import { enrichedXml, jobFolder } from '#core/analysis/base/job-files.ts';
import { overrideKey } from '#core/analysis/results/overlay.ts';
import type { StoredResult } from '#core/analysis/base/schema/stored-result.ts';
import {
  failureHistory,
  jobGroups,
  jobs,
  testClassifications,
} from '#core/analysis/base/tables/tables.ts';
import { addJob, childJob, failure, nestedResult } from '#test/support/analysis-jobs.ts';
import { addUser, asAdmin, bearer } from '#test/support/actors.ts';
import { eachTest } from '#test/support/each-test.ts';
import type { Received } from '#test/support/http-client.ts';
import { openWorld, type Home } from '#test/support/world.ts';

/** Files that are made from a stored analysis, and its end. */
export function analysisExportsSuite(home: Home): void {
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
      const { $schema, version, runs } = reply.json() as Sarif;
      expect([$schema, version, runs.length]).toEqual([
        ...['https://json.schemastore.org/sarif-2.1.0.json', '2.1.0', 1],
      ]);
      const [run] = runs;
      const rules = run?.tool.driver.rules ?? [];
      expect(rules.map(({ id, defaultConfiguration }) => [id, defaultConfiguration.level])).toEqual(
        [
          ['code-issue', 'error'],
          ['product-bug', 'error'],
          ['infrastructure', 'warning'],
          ['unclassified', 'note'],
        ],
      );
      expect(run?.automationDetails).toEqual({ id: 'team/nightly/5' });
      for (const each of run?.results ?? []) {
        expect(rules[each.ruleIndex]?.id).toBe(each.ruleId);
        expect(each.message.text).not.toBe('');
      }
      const seen = run?.results.map(({ ruleId, level, message, partialFingerprints }) => {
        return [ruleId, level, message.text.split('\n')[0], Object.keys(partialFingerprints ?? {})];
      });
      const fingerprints = ['errorSignature/v1'];
      expect(seen).toEqual([
        ['code-issue', 'error', 'login', fingerprints],
        ['product-bug', 'error', 'cart', fingerprints],
        ['unclassified', 'note', 'A test without a name failed.', fingerprints],
        ['code-issue', 'error', 'unknown line', fingerprints],
        ['code-issue', 'error', 'console', []],
        ['infrastructure', 'warning', 'net', fingerprints],
      ]);
      const artifact = (uri: string) => ({ artifactLocation: { uri, uriBaseId: '%SRCROOT%' } });
      expect(run?.results.map(({ locations: [place] }) => place?.physicalLocation)).toEqual([
        { ...artifact('src/a%20b/%C3%BC.ts'), region: { startLine: 10 } },
        ...[undefined, undefined, artifact('x.ts'), undefined, undefined],
      ]);
      expect(run?.results[5]?.properties).toEqual({
        ...{ test_name: 'net', classification: 'INFRASTRUCTURE', ...scope },
        evidence: `src/net.ts:3: throw new Error('down')`,
      });
      expect(run?.results[5]?.partialFingerprints).toEqual({
        'errorSignature/v1': net?.error_signature,
      });
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
      await addJob(world().platform, { id });
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
      expect((await blobs.list(jobFolder('job_2'))).entries).toEqual([]);
      expect((await blobs.list(jobFolder('job_1'))).entries.length).toBeGreaterThan(0);
      expect(said(await remove('job_2'))).toEqual([404, { detail: `Job 'job_2' not found` }]);
    });

    it('is for administrators alone', async () => {
      await addJob(world().platform, { id: 'job_1' });
      const key = await addUser(world(), 'uma');
      for (const headers of [{}, bearer(key), { cookie: 'app_username=admin' }]) {
        expect(said(await remove('job_1', headers))).toEqual([
          ...[403, { detail: 'Admin access required' }],
        ]);
      }
      expect((await remove('job_1')).status).toBe(200);
    });

    it('ends an open job', async () => {
      await addJob(world().platform, { id: 'job_1', status: 'running' });
      expect((await remove('job_1')).status).toBe(200);
      expect((await get('/results/job_1')).status).toBe(404);
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
}

interface Sarif {
  $schema: string;
  version: string;
  runs: {
    tool: { driver: { rules: { id: string; defaultConfiguration: { level: string } }[] } };
    automationDetails: { id: string };
    results: {
      ruleId: string;
      ruleIndex: number;
      level: string;
      message: { text: string };
      locations: { physicalLocation?: object }[];
      partialFingerprints?: Record<string, string>;
      properties: object;
    }[];
  }[];
}
