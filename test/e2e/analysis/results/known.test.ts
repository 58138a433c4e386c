import { describe, expect, it } from 'vitest';
import type { KnownFailure } from '#core/analysis/base/schema/known-failure.ts';
import type { Comparison } from '#core/analysis/base/schema/views.ts';
import { asAdmin } from '#test/support/actors.ts';
import { addJob, failure } from '#test/support/analysis/analysis-jobs.ts';
import { eachTest } from '#test/support/each-test.ts';
import { homes } from '#test/support/homes.ts';
import { openWorld } from '#test/support/world.ts';

const mark = { until: '2026-03-02', issue_url: 'https://code.example/issues/7' };

/** The clock says 2026-03-01, noon. */
describe.each(homes())('known failures on $name', ({ home }) => {
  const world = eachTest(() => openWorld(home, 'analysis'));
  const as = (name: string) => ({ cookie: `app_username=${name}` });
  const put = (test: string, body: object, headers: Record<string, string> = as('ada')) =>
    world().send({ method: 'PUT', path: `/history/known/${test}`, headers, body });
  const list = async () =>
    (await world().send({ path: '/history/known' })).json() as KnownFailure[];
  const add = (id: string, build_number: number, ...tests: string[]) =>
    addJob(
      world().platform,
      { id, build_number },
      { failures: tests.map((name) => failure(name)), child_job_analyses: [] },
    );
  const compare = async (id: string) =>
    (await world().send({ path: `/results/${id}/comparison` })).json() as Comparison;
  const page = async (path: string) =>
    (await world().send({ path, headers: { accept: 'text/html' } })).text;

  it('are not new until the day has passed, and are named', async () => {
    await add('job_1', 1, 'old');
    await add('job_2', 2, 'old', 'a::shaky', 'fresh');
    expect((await put('a::shaky', { ...mark, reason: ' Waits for the mend ' })).status).toBe(200);
    const { compared_with, still_failing, ...changes } = await compare('job_2');
    expect([compared_with, still_failing]).toEqual(['job_1', ['old']]);
    expect(changes).toEqual({ new: ['fresh'], fixed: [], known: ['a::shaky'] });
    const created_at = '2026-03-01T12:00:00.000Z';
    const row = { test_name: 'a::shaky', ...mark, reason: 'Waits for the mend', username: 'ada' };
    expect(await list()).toEqual([{ ...row, created_at }]);
    expect(await page('/results/job_2')).toContain('1 known to fail');
    expect(await page('/history/test/a::shaky')).toContain('Until 2026-03-02, for');

    world().clock.jump(36 * 3_600_000);
    expect(await list()).toEqual([]);
    expect(await compare('job_2')).toMatchObject({ new: ['a::shaky', 'fresh'] });
    expect(await compare('job_2')).not.toHaveProperty('known');
  });

  it('are marked and unmarked on the page of the test', async () => {
    await add('job_1', 1, 'shaky');
    const send = (body: Record<string, string>) =>
      world().send({
        method: 'POST',
        path: '/history/test/shaky',
        headers: {
          ...as('ada'),
          accept: 'text/html',
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams(body).toString(),
      });
    const refused = await send({ until: 'tomorrow', issue_url: 'x' });
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringContaining('issue_url: must be'),
    ]);
    expect((await send(mark)).status).toBe(303);
    expect(await list()).toHaveLength(1);
    expect((await send({ task: 'forget' })).status).toBe(303);
    expect(await list()).toEqual([]);
  });

  it.each([
    ['a day that has passed', { ...mark, until: '2026-02-28' }, 400],
    ['no day', { ...mark, until: 'soon' }, 422],
    ['no issue', { until: mark.until }, 422],
    ['an issue with a script', { ...mark, issue_url: 'javascript:alert(1)' }, 422],
    ['an issue with a password', { ...mark, issue_url: 'https://a:b@c.example' }, 422],
  ])('need a day and an issue: %s is refused', async (_, body, status) => {
    expect((await put('shaky', body)).status).toBe(status);
    expect(await list()).toEqual([]);
  });

  it('are not set by a nameless caller of a server that knows its users (S13)', async () => {
    expect((await put('shaky', mark, {})).status).toBe(401);
    expect((await put('shaky', mark, asAdmin)).status).toBe(200);
    const path = '/history/known/shaky';
    expect((await world().send({ method: 'DELETE', path })).status).toBe(401);
    expect(await list()).toHaveLength(1);
    const gone = await world().send({ method: 'DELETE', path, headers: asAdmin });
    expect([gone.status, gone.json()]).toEqual([200, { deleted: 'shaky' }]);
    const again = await world().send({ method: 'DELETE', path, headers: asAdmin });
    expect(again.status).toBe(404);
  });
});
