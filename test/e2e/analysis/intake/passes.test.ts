import { describe, expect, it } from 'vitest';
import type { Comparison, TestHistory } from '#core/analysis/base/schema/views.ts';
import { openAnalysisWorld } from '#test/support/analysis/analysis-world.ts';
import { allTests } from '#test/support/at-end.ts';
import { homes } from '#test/support/homes.ts';

const failing = (name: string, error = 'boom') =>
  `<testcase name="${name}"><failure message="${error}"/></testcase>`;
const passing = (name: string) => `<testcase name="${name}"/>`;
const report = (...cases: string[]) => `<testsuite name="s">${cases.join('')}</testsuite>`;

describe.each(homes())('tests that passed on $name', ({ home }) => {
  const world = allTests(() =>
    openAnalysisWorld(home, { AI_PROVIDER: 'provider_a', AI_MODEL: 'main' }),
  );
  const get = async <Body>(path: string) => (await world().send({ path })).json() as Body;
  const run = async (job_name: string, build_number: number, ...cases: string[]) => {
    const raw_xml = report(...cases);
    const reply = await world().analyze({ raw_xml, job_name, build_number });
    return (reply.json() as { job_id: string }).job_id;
  };
  const compare = (id: string) => get<Comparison>(`/results/${id}/comparison`);

  it('are fixed; those that a report does not have were not run', async () => {
    const first = await run('shop/unit', 1, failing('red'), failing('gone'), failing('mended'));
    const second = await run('shop/unit', 2, failing('red'), failing('fresh'), passing('mended'));
    expect(await compare(second)).toEqual({
      compared_with: first,
      new: ['fresh'],
      fixed: ['mended'],
      still_failing: ['red'],
      not_run: ['gone'],
    });
    const page = await world().send({
      path: `/results/${second}`,
      headers: { accept: 'text/html' },
    });
    expect(page.text).toContain('Tests that failed before and did not run now');

    // A report of failures alone does not tell what passed.
    const third = await run('shop/unit', 3, failing('red'));
    expect(await compare(third)).toMatchObject({ fixed: ['fresh'] });
    expect(await compare(third)).not.toHaveProperty('not_run');
  });

  it('make a test flaky, and not those that were not run', async () => {
    for (const [number, cases] of [
      [failing('left'), failing('shaky')],
      [passing('other'), passing('shaky')],
      [failing('left'), failing('shaky')],
    ].entries()) {
      await run('shop/flaky', number + 1, ...cases);
      await world().clock.advance(60_000);
    }
    const left = await get<TestHistory>('/history/test/left');
    expect(left).toMatchObject({ total_runs: 2, failures: 2, flaky: false });
    const shaky = await get<TestHistory>('/history/test/shaky');
    expect(shaky).toMatchObject({ total_runs: 3, failures: 2, flaky: true });
    const dashboard = await world().send({ path: '/', headers: { accept: 'text/html' } });
    const [, flaky = ''] = dashboard.text.split('Flaky tests');
    expect(flaky).toContain('/history/test/shaky');
    expect(flaky.split('jobs-title')[0]).not.toContain('/history/test/left');
  });
});
