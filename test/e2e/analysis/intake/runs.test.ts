import { beforeEach, describe, expect, it } from 'vitest';
import type { ResultEnvelope } from '#core/analysis/base/schema/views.ts';
import { openAnalysisWorld } from '#test/support/analysis/analysis-world.ts';
import { allTests } from '#test/support/at-end.ts';
import { homes } from '#test/support/homes.ts';

const failure = (test_name: string) => ({ test_name, error_message: `${test_name} is broken` });
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** What a pipeline sends names its run: its builds are compared like those of a build server. */
describe.each(homes())('runs of pipelines on $name', ({ home }) => {
  const world = allTests(() =>
    openAnalysisWorld(home, { AI_PROVIDER: 'provider_a', AI_MODEL: 'main' }),
  );
  const detail = { classification: 'CODE ISSUE', details: 'Why.', artifacts_evidence: '' };
  beforeEach(() => world().say({ json: { ...detail, code_fix: false } }));
  const get = async <Body>(path: string) => (await world().send({ path })).json() as Body;
  const send = async (run: object, tests: readonly string[]) => {
    const reply = await world().analyze({ failures: tests.map(failure), ...run });
    expect(reply.status).toBe(200);
    return (reply.json() as { job_id: string }).job_id;
  };

  it('are shown with job, build, branch, commit and address', async () => {
    const run = {
      ...{ job_name: ' shop/e2e ', build_number: 7, branch: 'main', commit: 'abc123' },
      run_url: 'https://ci.example.org/runs/7?tab=1',
    };
    const id = await send(run, ['a']);
    const envelope = await get<ResultEnvelope>(`/results/${id}`);
    expect(envelope).toMatchObject({ ci_url: '', run: { ...run, job_name: 'shop/e2e' } });
    // The result of a direct analysis has no other fields than before.
    expect(Object.keys(envelope.result)).not.toContain('job_name');
    const rows = await get<{ job_id: string }[]>('/api/dashboard');
    expect(rows.find(({ job_id }) => job_id === id)).toMatchObject({
      ...{ ci_url: '', job_name: 'shop/e2e', build_number: 7 },
    });
    const { failures } = await get<{ failures: object[] }>('/history/failures?job_name=shop%2Fe2e');
    expect(failures).toMatchObject([{ job_id: id, job_name: 'shop/e2e', build_number: 7 }]);
    const page = await world().send({ path: `/results/${id}`, headers: { accept: 'text/html' } });
    for (const text of ['shop/e2e #7', 'branch main', 'abc123', `href="${run.run_url}"`]) {
      expect(page.text).toContain(text);
    }
    const again = await world().send({ method: 'POST', path: `/re-analyze/${id}`, body: {} });
    const { job_id } = again.json() as { job_id: string };
    expect(await get(`/results/${job_id}`)).toMatchObject({ run: { build_number: 7 } });
  });

  const suite = (name: string) =>
    `<testsuite name="${name}"><testcase name="a"><failure>no</failure></testcase></testsuite>`;
  it.each([
    ['<testsuites name="shop/api">', suite('one') + suite('two'), 'shop/api'],
    ['<testsuites>', suite('com.shop.Cart\nTest '), 'com.shop.Cart Test'],
    ['<testsuites name="">', suite('one') + suite('two'), undefined],
    ['<testsuites name="pytest tests">', suite('pytest'), undefined],
    ['<testsuites>', suite('AllTests'), undefined],
    ['<testsuites>', suite('/tmp/x1/phpunit.xml'), undefined],
    ['<testsuites>', suite('CartTest-20260101120000'), undefined],
    ['<testsuites>', suite('nightly 2026-01-01'), undefined],
    ['<testsuites>', suite('TAP'), undefined],
    ['<testsuites>', suite('Test run'), undefined],
    ['<testsuites>', suite('features/cart.feature:3'), undefined],
    ['<testsuites>', suite('./spec/cart_spec.rb[1:2]'), undefined],
  ])('have the name of their report where none is given: %s%s', async (start, suites, name) => {
    const raw_xml = `${start}${suites}</testsuites>`;
    const nameOf = async (more: object) => {
      const { job_id } = (await world().analyze({ raw_xml, ...more })).json() as { job_id: string };
      return (await get<ResultEnvelope>(`/results/${job_id}`)).run?.job_name;
    };
    expect([await nameOf({}), await nameOf({ job_name: 'own' })]).toEqual([name, 'own']);
  });

  it('are compared with the run before, on their branch if there is one', async () => {
    const job_name = 'shop/unit';
    const one = await send({ job_name, build_number: 1, branch: 'main' }, ['a', 'b']);
    const two = await send({ job_name, build_number: 2, branch: 'topic' }, ['c']);
    await send({ job_name: 'another', build_number: 2 }, ['a']);
    const three = await send({ job_name, build_number: 3, branch: 'main' }, ['b', 'c']);
    expect(await get(`/results/${three}/comparison`)).toEqual({
      ...{ compared_with: one, new: ['c'], fixed: ['a'], still_failing: ['b'] },
    });
    expect(await get(`/results/${two}/comparison`)).toMatchObject({ compared_with: one });
    // Without numbers the time counts.
    const first = await send({ job_name: 'nightly' }, ['a']);
    await world().clock.advance(1_000);
    const second = await send({ job_name: 'nightly' }, ['a']);
    expect(await get(`/results/${second}/comparison`)).toMatchObject({ compared_with: first });
    expect(await get(`/results/${first}/comparison`)).toMatchObject({ compared_with: null });
  });

  it.each([
    ['a number without a job', { build_number: 7 }, 'build_number needs a job_name'],
    ['a blank job', { job_name: ' ' }, 'must not be blank'],
    ['a long job', { job_name: 'x'.repeat(1_001) }, 'at most 1000 characters'],
    ['the number 0', { job_name: 'x', build_number: 0 }, 'build_number'],
    ['half a number', { job_name: 'x', build_number: 1.5 }, 'build_number'],
    ['a script', { run_url: 'javascript:alert(1)' }, 'run_url'],
    ['a login', { run_url: 'https://ada:secret@ci.example.org/1' }, 'without user and password'],
    ['a long branch', { branch: 'x'.repeat(501) }, 'at most 500 characters'],
  ])('with %s are refused', async (_, run, problem) => {
    const reply = await world().analyze({ failures: [failure('a')], ...run });
    expect(reply.status).toBe(422);
    expect(reply.text).toContain(problem);
    expect(reply.text).not.toContain('ada:secret');
  });

  it('may be named on the page', async () => {
    const xml =
      '<testsuite name="s"><testcase name="a"><failure message="x"/></testcase></testsuite>';
    const post = (fields: object) =>
      world().send({
        ...{ method: 'POST', path: '/', headers: { ...form, accept: 'text/html' } },
        body: new URLSearchParams({ raw_xml: xml, ...fields }).toString(),
      });
    const reply = await post({ run_job: 'by/hand', run_build: '12', run_branch: 'main' });
    expect(reply.status).toBe(303);
    expect(await get<object[]>('/api/dashboard')).toContainEqual(
      expect.objectContaining({ job_name: 'by/hand', build_number: 12 }),
    );
    const wrong = await post({ run_build: '12' });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('Enter the job of this build number.');
    expect(wrong.text).toContain('value="12"');
  });
});
