import { expect, it, describe } from 'vitest';
import type { ResultEnvelope, TestHistory } from '#core/analysis/base/schema/views.ts';
import { asAdmin } from '#test/support/actors.ts';
import { openAnalysisWorld } from '#test/support/analysis/analysis-world.ts';
import { allTests } from '#test/support/at-end.ts';
import { homes } from '#test/support/homes.ts';

const boom = '<failure message="boom">at a</failure>';
const failing = (name: string) => `<testcase name="${name}">${boom}</testcase>`;
const report = (...cases: string[]) => `<testsuite name="s">${cases.join('')}</testsuite>`;

describe.each(homes())('tests that passed on a retry on $name', ({ home }) => {
  const world = allTests(() =>
    openAnalysisWorld(home, { AI_PROVIDER: 'provider_a', AI_MODEL: 'main' }),
  );
  const get = async <Body>(path: string) => (await world().send({ path })).json() as Body;

  it('are no failures, cost no call, and are flaky', async () => {
    const detail = { classification: 'CODE ISSUE', details: 'Why.', artifacts_evidence: '' };
    world().say({ json: { ...detail, code_fix: false } });
    const raw_xml = report(failing('shaky'), failing('red'), '<testcase name="shaky"/>');
    const reply = await world().analyze({ raw_xml, job_name: 'shop/e2e', build_number: 1 });
    const { job_id } = reply.json() as { job_id: string };
    const { result } = await get<ResultEnvelope>(`/results/${job_id}`);
    expect(result.failures.map(({ test_name }) => test_name)).toEqual(['red']);
    const tests = [{ test_name: 'shaky', error_message: 'boom' }];
    expect(result.request_params.passed_on_retry).toEqual({ count: 1, tests });
    const page = await world().send({
      path: `/results/${job_id}`,
      headers: { accept: 'text/html' },
    });
    expect(page.text).toContain('1 flaky test passed on a retry');
    expect(await get<TestHistory>('/history/test/shaky')).toMatchObject({
      failures: 0,
      flaky: true,
    });
    expect(await get<TestHistory>('/history/test/red')).toMatchObject({
      failures: 1,
      flaky: false,
    });

    const again = await world().send({ method: 'POST', path: `/re-analyze/${job_id}`, body: {} });
    const { job_id: repeated } = again.json() as { job_id: string };
    await world().ended(repeated);
    const { result: second } = await get<ResultEnvelope>(`/results/${repeated}`);
    expect(second.failures).toHaveLength(1);
    expect(second.request_params.passed_on_retry).toMatchObject({ count: 1 });

    for (const id of [job_id, repeated]) {
      expect(
        (await world().send({ method: 'DELETE', path: `/results/${id}`, headers: asAdmin })).status,
      ).toBe(200);
    }
    expect(await get<TestHistory>('/history/test/shaky')).toMatchObject({ flaky: false });
  });

  it('leave nothing to analyze where all tests passed in the end', async () => {
    const raw_xml = report(failing('shaky'), '<testcase name="shaky"/>');
    const reply = await world().analyze({ raw_xml });
    expect(reply.status).toBe(200);
    const { job_id } = reply.json() as { job_id: string };
    expect(await get(`/results/${job_id}`)).toMatchObject({
      status: 'completed',
      result: { failures: [], request_params: { passed_on_retry: { count: 1 } } },
    });
  });
});
