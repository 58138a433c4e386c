import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { openSecrets } from '#core/analysis/base/configuration/sealed.ts';
import { errorSignature } from '#core/analysis/explain/grouping/signature.ts';
import { jobGroups, jobs } from '#core/analysis/base/tables/job-tables.ts';
import { aiCalls, failureHistory, uploads } from '#core/analysis/base/tables/tables.ts';
import { handler } from '#functions/analysis/sweep.ts';
import { addJob } from '#test/support/analysis/analysis-jobs.ts';
import { addUser, bearer } from '#test/support/actors.ts';
import { openAnalysisWorld } from '#test/support/analysis/analysis-world.ts';
import { readBlob } from '#test/support/docs/docs-world.ts';
import { eachTest } from '#test/support/each-test.ts';
import { answer } from '#test/support/analysis/explain-world.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { homes } from '#test/support/homes.ts';

interface Result {
  readonly job_id: string;
  readonly enriched_xml: string | null;
  readonly failures: readonly { readonly test_name: string }[];
}

const failure = (test_name: string, error_message: string) => ({ test_name, error_message });
const signature = (error_message: string) => errorSignature({ error_message, stack_trace: '' });
const xml = (...cases: readonly string[]) => `<testsuite name="s">${cases.join('')}</testsuite>`;
const failing = (name: string, message: string) =>
  `<testcase name="${name}"><failure message="${message}"/></testcase>`;

/** Jobs over HTTP, from the request to the result. */
describe.each(homes())('analyses on $name', ({ name, home }) => {
  const world = eachTest(() => openAnalysisWorld(home));
  const fix = { code_fix: { file: 'a.ts', line: '1', change: 'x' } };
  const idOf = (received: { json: () => unknown }) => (received.json() as Result).job_id;

  describe('POST /analyze-failures', () => {
    it('answers with the result: one call for each group, in the order of the input', async () => {
      world().say(
        { ...answer('CODE ISSUE'), when: 'no answer in' },
        { exit: 3, stderr: 'the model is away', when: 'down' },
      );
      const failures = [
        failure('one', 'no answer in 7 s'),
        failure('two', 'the host is down'),
        failure('three', 'no answer in 8 s'),
        failure('four', 'no answer in 7 s'),
      ];
      const reply = await world().analyze({ failures });
      expect(reply.status).toBe(200);
      const tests = ['one', 'three', 'four'];
      const analyzed = (name: string, error: string) => ({
        ...{ test_name: name, error, error_signature: signature(error), peer_debate: null },
        analysis: {
          ...{ classification: 'CODE ISSUE', affected_tests: tests },
          ...{ details: 'It is CODE ISSUE.', artifacts_evidence: '' },
        },
      });
      expect(reply.json()).toEqual({
        job_id: expect.stringMatching(/^job_/) as string,
        status: 'completed',
        summary: 'Analyzed 4 test failures (3 unique errors). 3 analyzed successfully.',
        ai_provider: 'provider_a',
        ai_model: 'main',
        failures: [
          analyzed('one', 'no answer in 7 s'),
          {
            ...{ test_name: 'two', error: 'the host is down', peer_debate: null },
            error_signature: signature('the host is down'),
            analysis: {
              ...{ classification: '', affected_tests: ['two'], artifacts_evidence: '' },
              details: expect.stringContaining('the model is away') as string,
            },
          },
          analyzed('three', 'no answer in 8 s'),
          analyzed('four', 'no answer in 7 s'),
        ],
        enriched_xml: null,
      });
      expect(world().calls()).toHaveLength(2);
      const job = await world().job(idOf(reply));
      expect(job).toMatchObject({
        ...{ kind: 'direct', failure_count: 4, groups: 2, done_groups: 2, created_by: '' },
        ...{ code_issues: 3, unclassified: 1, product_bugs: 0, infrastructure: 0 },
        ...{ completed_at: '2026-03-01T12:00:00.000Z', progress_phase: 'saving', error: null },
        findings: { unverified_quotes: 0, overrides_applied: [], notes: [] },
      });
      expect(job.progress_log.map(({ phase }) => phase)).toEqual([
        ...['analyzing', 'analyzing_failures', 'saving'],
      ]);
      const { records } = world().platform;
      const history = await records.list(failureHistory, { where: { job_id: job.id } });
      expect(history.rows.map(({ test_name }) => test_name)).toEqual(
        failures.map(({ test_name }) => test_name),
      );
      // What only an open job needs goes after the answer.
      const groups = async () => (await records.list(jobGroups, { where: { job: job.id } })).rows;
      await expect.poll(groups).toEqual([]);
    });

    it('answers a report in another format with enriched JUnit XML', async () => {
      world().say({ ...answer('CODE ISSUE', fix), when: 'Expected' });
      const raw_xml = await readFile('test/fixtures/reports/nunit.xml', 'utf8');
      const result = (await world().analyze({ raw_xml })).json() as Result;
      expect(result.failures.map(({ test_name }) => test_name)).toEqual([
        'Shop.Tests.CartTests.AddsTwoPrices',
      ]);
      expect(result.enriched_xml).toMatch(
        /<testcase classname="" name="Shop\.Tests\.CartTests\.AddsTwoPrices"[^]*<property name="ai_classification" value="CODE ISSUE"\/>/,
      );
      for (const [text, message] of [
        ['{"results":[]}', '"This JSON is no report that is known here: JUnit XML, TRX, '],
        ['[{"name":"a"}]', '"This JSON is no report that is known here: '],
        ['{"stats":{', '"What is not valid JSON is no report that is known here: '],
      ] as const) {
        const unknown = await world().analyze({ raw_xml: text });
        expect([unknown.status, unknown.text]).toEqual([400, expect.stringContaining(message)]);
      }
      // What has no suites is no run in which nothing failed.
      const foreign = await world().analyze({ raw_xml: '<coverage><test name="a"/></coverage>' });
      expect([foreign.status, foreign.text]).toEqual([
        400,
        expect.stringContaining('Invalid XML: <coverage> begins no report that is known') as string,
      ]);
    });

    it('enriches XML byte for byte', async () => {
      world().say({ ...answer('CODE ISSUE', fix), when: 'boom' }, { exit: 3 });
      const away = failing('away', 'no model answers');
      const cases = [failing('grüße 🎉', 'boom'), '<testcase name="ok"/>\r\n', away];
      const raw_xml = `\ufeff${xml(...cases)}`;
      const reply = await world().analyze({ raw_xml });
      const { enriched_xml, job_id } = reply.json() as Result;
      const stored = await readBlob(world().platform, `jobs/${job_id}/enriched.xml`);
      const added = /<(properties|system-out)>.*?<\/\1>/gs;
      expect(stored?.replaceAll(added, '')).toBe(raw_xml);
      expect(enriched_xml).toBe(stored);
      expect(stored).toContain(`<property name="report_url" value="/results/${job_id}"/>`);
      expect(enriched_xml).toContain('<property name="ai_classification" value="CODE ISSUE"/>');
      expect(enriched_xml).toContain('<property name="ai_affected_tests" value="grüße 🎉"/>');
      expect(enriched_xml).toContain('<system-out>AI analysis: CODE ISSUE');
      // Only what was analyzed gets an analysis.
      expect(enriched_xml).toContain(away);
    });

    it.each([
      ['failures', { failures: [] }, 'No test failures to analyze.'],
      [
        'XML without',
        { raw_xml: xml('<testcase name="a"/>') },
        'No test failures found in the provided XML.',
      ],
    ])('an empty input of %s is completed without a model', async (_, body, summary) => {
      const reply = await world().analyze(body);
      expect([reply.status, reply.json()]).toEqual([
        200,
        expect.objectContaining({ status: 'completed', summary, failures: [] }),
      ]);
      expect(world().calls()).toEqual([]);
    });

    it('answers 202 to a caller that does not wait', async () => {
      world().say(answer('INFRASTRUCTURE'));
      const body = { failures: [failure('one', 'boom')] };
      const reply = await world().analyze(body, { prefer: 'return=minimal, respond-async' });
      const job_id = idOf(reply);
      expect([reply.status, reply.json()]).toEqual([
        202,
        {
          ...{ status: 'queued', job_id, base_url: '', result_url: `/results/${job_id}` },
          message: `Analysis job queued. Poll /results/${job_id} for status.`,
        },
      ]);
      expect(await world().ended(job_id)).toMatchObject({ status: 'completed', infrastructure: 1 });
    });

    it('R1: takes a repeated request with the same Idempotency-Key for the same job, and no one else’s', async () => {
      world().say(answer('INFRASTRUCTURE'));
      const send = async (key: string, who: Record<string, string> = {}) => {
        const headers = { prefer: 'respond-async', 'idempotency-key': key, ...who };
        const reply = await world().analyze({ raw_xml: xml(failing('a', 'boom')) }, headers);
        expect(reply.status).toBe(202);
        return idOf(reply);
      };
      const ids = await Promise.all(['run 1', 'run 1', 'run 1'].map((key) => send(key)));
      const [first = ''] = ids;
      expect(await world().ended(first)).toMatchObject({ status: 'completed', failure_count: 1 });
      const all = [...ids, await send('run 1'), await send('run 2')];
      // A name without proof is another person than the user of that name.
      const ada = bearer(await addUser(world(), 'ada'));
      all.push(await send('run 1', { cookie: 'app_username=ada' }), await send('run 1', ada));
      expect(new Set([...all, await send('run 1', ada)]).size).toBe(4);
      const { json } = await world().send({ path: '/results' });
      expect((json() as unknown[]).length).toBe(4);
    });

    it('shows the error of each framework, its own frames, and what the tests printed', async () => {
      world().say(answer('CODE ISSUE'));
      const bazel = (target: string, log: string) =>
        `<testsuite name="${target}"><testcase name="${target}" status="run"><error message="exited with error code 1"></error></testcase><system-out>\nExecuting tests from ${target}\n<![CDATA[${log}]]></system-out></testsuite>`;
      const raw_xml = `<testsuites>
<testsuite name="go"><testcase classname="shop" name="TestTotal"><failure message="Failed">=== RUN   TestTotal
    cart_test.go:12: total = 3, want 4
--- FAIL: TestTotal (0.00s)
</failure></testcase></testsuite>
<testsuite name="e2e"><testcase classname="cart.spec.ts" name="total"><failure message="cart.spec.ts:5:5 total"><![CDATA[  [chromium] › cart.spec.ts:5:5 › total ────

    Error: expect(locator).toHaveText(expected)

    Expected string: "4"
    Received string: "3"

        at /w/shop/e2e/pay.ts:7:40
]]></failure><system-out>paid 3</system-out></testcase></testsuite>
${bazel('//shop:cart_test', 'F1126 cart.cc:20] Check failed: total == 4')}
${bazel('//shop:tax_test', 'F1126 tax.cc:9] Check failed: tax == 1')}
</testsuites>`;
      const reply = await world().analyze({ raw_xml });
      expect(await world().job(idOf(reply))).toMatchObject({ failure_count: 4, groups: 4 });
      const page = await world().send({
        ...{ path: `/results/${idOf(reply)}`, headers: { accept: 'text/html' } },
      });
      const shown = [
        '>total = 3, want 4</a>',
        'cart_test.go:12: total = 3, want 4\n</pre>',
        '>Error: expect(locator).toHaveText(expected)</a>',
        'Received string: ',
        'at /w/shop/e2e/pay.ts:7:40\n</pre>',
        'Output of the test, 1 line</summary>',
        'paid 3</pre>',
        'Check failed: total == 4',
        'Check failed: tax == 1',
      ];
      expect(shown.filter((text) => !page.text.includes(text))).toEqual([]);
      const asked = world()
        .calls()
        .map(({ prompt }) => prompt);
      expect(asked.filter((prompt) => prompt.includes('Check failed: tax'))).toHaveLength(1);
    });

    it('keeps the failures without a class when no model answers, and asks it again', async () => {
      world().say();
      const body = { failures: [failure('one', 'boom')], ai_provider: 'provider_b' };
      const reply = await world().analyze(body);
      const details = expect.stringContaining('Gemini CLI') as string;
      const analysis = { classification: '', affected_tests: ['one'], artifacts_evidence: '' };
      expect([reply.status, reply.json()]).toMatchObject([
        200,
        {
          ...{ status: 'completed', failures: [{ analysis: { ...analysis, details } }] },
          summary: 'Analyzed 1 test failures (1 unique errors). 0 analyzed successfully.',
        },
      ]);
      const again = await world().analyze({ failures: [failure('one', 'boom')] });
      expect(again.json()).toMatchObject({ status: 'completed' });
      const page = await world().send({
        ...{ path: `/results/${idOf(reply)}`, headers: { accept: 'text/html' } },
      });
      expect(page.text).toMatch(/1 failure without a class/);
    });

    it.each<[string, object | string, number, string | RegExp]>([
      ['no provider', { failures: [], ai_provider: null }, 400, /AI_PROVIDER/],
      ['no input', {}, 422, 'body: Exactly one of failures, raw_xml and raw_xml_upload is needed'],
      ['two inputs', { failures: [], raw_xml: '<a/>' }, 422, /^body: Exactly one/],
      [
        'an unknown field of a failure',
        { failures: [{ test_name: 'a' }, { test_name: 'b', x: 1 }] },
        422,
        'failures.1.x: Unknown field',
      ],
      [
        '__proto__',
        '{"failures":[{"test_name":"a","__proto__":{"x":1}}]}',
        422,
        'failures.0.__proto__: Unknown field',
      ],
      [
        'several wrong failures, and a field after them',
        '{"failures":[{},{"test_name":"b"},{"test_name":"c","x":1}],"ai_model":"m","y":1}',
        422,
        'failures.0.test_name: Invalid input: expected string, received undefined; failures.2.x: Unknown field; y: Unknown field',
      ],
      [
        'more wrong failures than a message names',
        { failures: Array.from({ length: 30 }, () => ({ test_name: 'a', x: 1 })) },
        422,
        /^failures\.0\.x: Unknown field; .*; failures\.19\.x: Unknown field; and more$/,
      ],
      ['a wrong failure in half a body', '{"failures":[{}],', 400, 'Invalid JSON body'],
      ['half a body', '{"failures":[', 400, 'Invalid JSON body'],
      ['half a document', { raw_xml: '<testsuite>' }, 400, /^Invalid XML: unclosed tag/],
      ['deep JSON (S14)', `{"failures":${'['.repeat(300_000)}`, 400, 'Invalid JSON body'],
    ])('refuses %s and stores nothing', async (_, body, status, detail) => {
      const reply = await world().send({
        ...{ method: 'POST', path: '/analyze-failures' },
        body:
          typeof body === 'string'
            ? body
            : { ai_provider: 'provider_a', ai_model: 'main', ...body },
      });
      const { detail: said } = reply.json() as { detail: string };
      expect(reply.status).toBe(status);
      if (typeof detail === 'string') expect(said).toBe(detail);
      else expect(said).toMatch(detail);
      expect(await Array.fromAsync(world().platform.blobs.list('jobs/'))).toEqual([]);
    });
  });

  describe('POST /uploads', () => {
    it('takes XML that several requests refer to', async () => {
      world().say(answer('PRODUCT BUG'));
      const made = await world().send({ method: 'POST', path: '/uploads' });
      const { upload_id, url, method } = made.json() as Record<string, string>;
      expect([made.status, method]).toEqual([200, 'PUT']);
      const body = xml(failing('a', 'boom'));
      const stored = url?.startsWith('/')
        ? (await world().send({ method: 'PUT', path: url, body })).status
        : (await fetch(url as string, { method: 'PUT', body })).status;
      expect(stored).toBe(200);
      for (let times = 0; times < 2; times += 1) {
        const reply = await world().analyze({ raw_xml_upload: upload_id });
        expect(reply.json()).toMatchObject({ status: 'completed', failures: [{ test_name: 'a' }] });
      }
    });

    it('writes a corrected class into the XML, and nothing where no model answered', async () => {
      world().say({ when: 'boom', text: '{"classification":"CODE ISSUE","details":"Old."}' });
      const raw_xml = xml(failing('a', 'boom') + failing('b', 'gone'));
      const headers = { 'idempotency-key': 'once' };
      const { job_id } = (await world().analyze({ raw_xml }, headers)).json() as Result;
      const body = { test_name: 'a', classification: 'PRODUCT BUG' };
      const path = `/results/${job_id}/override-classification`;
      expect((await world().send({ method: 'PUT', path, body })).status).toBe(200);
      const again = (await world().analyze({ raw_xml }, headers)).json() as Result;
      expect(again).toMatchObject({
        failures: [{ analysis: { classification: 'PRODUCT BUG' } }, { error: 'gone' }],
      });
      const read = await world().send({ path: `/results/${job_id}` });
      const { result } = read.json() as { result: Result };
      const file = await world().send({ path: `/results/${job_id}/enriched.xml` });
      for (const text of [again.enriched_xml, result.enriched_xml, file.text]) {
        expect(text?.match(/ai_classification" value="[^"]*"|AI analysis: [A-Z ]+/g)).toEqual([
          ...['ai_classification" value="PRODUCT BUG"', 'AI analysis: PRODUCT BUG'],
        ]);
      }
      expect(JSON.stringify(result)).not.toContain('is_unanswered');
    });

    const latin = (encoding: string) =>
      Buffer.from(
        `<?xml version="1.0" encoding="${encoding}"?>${xml(failing('grün', 'boom'))}`,
        'latin1',
      );
    const utf16 = Buffer.from(`\ufeff${xml(failing('grün', 'boom'))}`, 'utf16le');
    it.each([
      ['ISO-8859-1', latin('ISO-8859-1')],
      ['windows-1252', latin('windows-1252')],
      ['UTF-16 little-endian', utf16],
      ['UTF-16 big-endian', Buffer.from(utf16).swap16()],
    ])('decodes a file in %s', async (_, body) => {
      world().say(answer('PRODUCT BUG'));
      const made = await world().send({ method: 'POST', path: '/uploads' });
      const { upload_id } = made.json() as { upload_id: string };
      await world().platform.blobs.put(`uploads/${upload_id}`, body);
      const result = (await world().analyze({ raw_xml_upload: upload_id })).json() as Result;
      expect(result).toMatchObject({ failures: [{ test_name: 'grün' }] });
      expect(result.enriched_xml).toMatch(
        /^(\ufeff|<\?xml version="1.0" encoding="UTF-8"\?>)<tests/,
      );
    });

    it('refuses files that are not XML or not there', async () => {
      const { upload_id } = (await world().send({ method: 'POST', path: '/uploads' })).json() as {
        upload_id: string;
      };
      const used = async () => {
        const { status, json } = await world().analyze({ raw_xml_upload: upload_id });
        return [status, (json() as { detail: string }).detail];
      };
      expect(await used()).toEqual([422, expect.stringContaining('has not arrived')]);
      await world().platform.blobs.put(`uploads/${upload_id}`, Buffer.from([0x3c, 0xff]));
      expect(await used()).toEqual([400, 'Invalid XML: the file is not UTF-8']);
      await world().platform.blobs.put(`uploads/${upload_id}`, latin('x-none'));
      expect(await used()).toEqual([400, 'Invalid XML: the encoding X-NONE is unknown']);
    });
  });

  describe('POST /results/{id}/cancel', () => {
    const cancel = (id: string, name = '') =>
      world().send({
        ...{ method: 'POST', path: `/results/${id}/cancel` },
        ...(name !== '' && { headers: { cookie: `app_username=${name}` } }),
      });

    it('ends the job and the model at work', async () => {
      world().say({ hang: true });
      const queued = await world().analyze(
        { failures: [failure('one', 'boom')] },
        { prefer: 'respond-async' },
      );
      const id = idOf(queued);
      await expect.poll(() => world().calls().length).toBe(1);
      const reply = await cancel(id, 'uma');
      expect([reply.status, reply.json()]).toEqual([202, { cancelled: id }]);
      expect(await world().job(id)).toMatchObject({
        ...{ status: 'failed', error: 'Analysis cancelled by uma' },
        completed_at: '2026-03-01T12:00:00.000Z',
      });
      const [call] = world().calls();
      await world().clock.advance(1_000);
      await expect.poll(() => isRunning(call?.pid ?? 0)).toBe(false);
      const again = await cancel(id);
      expect([again.status, again.json()]).toEqual([
        409,
        { detail: `Job ${id} is already failed` },
      ]);
    });

    it('keeps count of what was paid for', async () => {
      world().say({ ...answer('CODE ISSUE'), when: 'boom' }, { hang: true });
      const failures = [failure('one', 'boom'), failure('two', 'slow')];
      const id = idOf(await world().analyze({ failures }, { prefer: 'respond-async' }));
      const { records } = world().platform;
      const where = { job: id, state: 'done' as const };
      const done = () => records.list(jobGroups, { index: 'by_state', where });
      await expect.poll(async () => (await done()).rows.length).toBe(1);
      await cancel(id);
      await world().clock.advance(1_000);
      const calls = async () => (await records.list(aiCalls, { where: { job_id: id } })).rows;
      await expect.poll(async () => (await calls()).map((each) => each.ai_model)).toEqual(['main']);
    });
  });

  describe('POST /re-analyze/{id}', () => {
    const again = (id: string, body: object | string = {}) =>
      world().send({ method: 'POST', path: `/re-analyze/${id}`, body });

    it('analyzes the stored input with the stored settings, and the given ones over them', async () => {
      world().say({ ...answer('CODE ISSUE') });
      const raw_xml = xml(failing('a', 'boom'));
      const asked = { raw_xml, tests_repo_token: 'token-of-mine', raw_prompt: 'Be brief.' };
      const first = (await world().analyze(asked)).json() as Result;
      const reply = await again(first.job_id, { ai_model: 'other', raw_prompt: null });
      const id = idOf(reply);
      expect([reply.status, id === first.job_id]).toEqual([202, false]);
      const job = await world().ended(id);
      expect(job).toMatchObject({
        ...{ status: 'completed', repeats: first.job_id, has_xml: true, ai_model: 'other' },
        params: { ai_model: 'other', raw_prompt: 'Be brief.', ai_provider: 'provider_a' },
      });
      const secrets = await openSecrets(world().platform, job.sealed_params);
      expect(secrets).toEqual({ tests_repo_token: 'token-of-mine' });
      expect(JSON.stringify(job)).not.toContain('token-of-mine');
      expect(await readBlob(world().platform, `jobs/${id}/enriched.xml`)).toContain(id);
    });

    it('refuses what it cannot repeat', async () => {
      expect((await again('job_none')).status).toBe(404);
      const { job_id } = (await world().analyze({ failures: [] })).json() as Result;
      expect((await again(job_id, { colour: 'red' })).status).toBe(422);
      expect((await again(job_id, '')).status).toBe(400);
      await world().platform.blobs.deletePrefix(`jobs/${job_id}/`);
      const reply = await again(job_id);
      expect([reply.status, reply.json()]).toEqual([
        400,
        { detail: 'Original analysis has no stored request parameters' },
      ]);
    });
  });

  describe('the sweep', () => {
    const dayMilliseconds = 86_400_000;
    const sweep = () => handler({}, { lantern: { platform: world().platform } });
    const files = async (prefix: string) =>
      (await Array.fromAsync(world().platform.blobs.list(prefix))).map(({ key }) => key);

    it('removes uploads after a day, and inputs of requests that have died', async () => {
      const { records, blobs, clock } = world().platform;
      const { json } = await world().analyze({ failures: [] });
      const kept = `jobs/${(json() as Result).job_id}/failures.jsonl`;
      const created_at = clock.now().toISOString();
      for (const kind of ['upload', 'input'] as const) {
        await records.insert(uploads, { id: `${kind}_1`, kind, created_at });
      }
      await blobs.put('uploads/upload_1', '<a/>');
      await blobs.put('jobs/input_1/failures.jsonl', '');
      await sweep();
      expect(await files('uploads/')).toEqual(['uploads/upload_1']);
      expect(await files('jobs/')).toContain('jobs/input_1/failures.jsonl');
      world().clock.jump(dayMilliseconds);
      await sweep();
      expect([await files('uploads/'), await files('jobs/input_1/')]).toEqual([[], []]);
      expect(await files('jobs/')).toContain(kept);
      expect((await records.list(uploads)).rows).toEqual([]);
    });

    // In the cloud a step whose process died comes again.
    it.runIf(name === 'laptop')(
      'removes what a process that died at the end of a job has left (R1)',
      async () => {
        const { records } = world().platform;
        const { id: job } = await addJob(world().platform, { id: 'job_1' });
        const group = { job, position: 0, group_key: 'a', signatures: [], tests: [], failures: 0 };
        await records.insert(jobGroups, { ...group, error_message: '', stack_trace: '' });
        await sweep();
        expect((await records.list(jobGroups, { where: { job } })).rows).toEqual([]);
      },
    );

    it('removes the tree of a job that has ended, and the history of a failed one', async () => {
      const { platform } = world();
      const job = await addJob(platform, { id: 'job_1' });
      await platform.records.update(jobs, { id: job.id }, { status: 'failed' });
      const folder = await temporaryFolder();
      await platform.trees.keep(job.id, folder.path);
      await sweep();
      expect(await platform.trees.list()).not.toContain(job.id);
      const history = await platform.records.list(failureHistory, { where: { job_id: job.id } });
      expect(history.rows).toEqual([]);
      await folder.remove();
    });
  });

  describe.runIf(name === 'AWS')('behind API Gateway', () => {
    const environment = { LANTERN_STREAM_URL: 'https://stream.example/' };
    const world = eachTest(() => openAnalysisWorld(home, environment));

    it('a body above 4 MB is refused with the way for larger ones', async () => {
      const { status, json } = await world().analyze({ raw_xml: 'x'.repeat(4_000_000) });
      expect([status, json()]).toEqual([
        413,
        {
          detail:
            'A body may have 4 MB here: send the XML to the address that POST /uploads gives, and its upload_id as raw_xml_upload',
        },
      ]);
    });

    it('a caller that waits is told after 25 seconds where the result will be', async () => {
      world().say({ hang: true });
      const failures = [{ test_name: 'a', error_message: 'boom' }];
      const waiting = world().analyze({ failures });
      await expect.poll(() => world().calls().length).toBe(1);
      let isAnswered = false;
      void waiting.then(() => (isAnswered = true));
      await world().clock.advance(20_000);
      expect(isAnswered).toBe(false);
      // The model may be asked before the request begins to wait.
      const later = () =>
        world()
          .clock.advance(5_000)
          .then(() => isAnswered);
      await expect.poll(later).toBe(true);
      const { status, json } = await waiting;
      expect([status, json()]).toMatchObject([202, { status: 'queued' }]);
      const { job_id } = json() as { job_id: string };
      const cancelled = await world().send({
        ...{ method: 'POST', path: `/results/${job_id}/cancel` },
      });
      expect(cancelled.status).toBe(202);
      await world().clock.advance(1_000);
    });
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
