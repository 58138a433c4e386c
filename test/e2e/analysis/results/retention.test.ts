import { describe, expect, it } from 'vitest';
import type { JobStats } from '#core/analysis/base/schema/views.ts';
import { removeOutdated } from '#core/analysis/results/remove-outdated.ts';
import type { StoredResult } from '#core/analysis/base/schema/stored-result.ts';
import { addJob, failure } from '#test/support/analysis/analysis-jobs.ts';
import { eachTest } from '#test/support/each-test.ts';
import { homes } from '#test/support/homes.ts';
import { openWorld } from '#test/support/world.ts';

const result: StoredResult = {
  failures: [failure('a'), failure('b', { classification: 'PRODUCT BUG' })],
  child_job_analyses: [],
};

/** The clock says 2026-03-01, noon. */
describe.each(homes())('the retention of analyses on $name', ({ home }) => {
  const retention = { RESULTS_RETENTION_DAYS: '30' };
  const world = eachTest(() => openWorld(home, 'analysis', { environment: retention }));
  const status = async (path: string) => (await world().send({ path })).status;
  const stats = async () =>
    (await world().send({ path: '/history/stats/team/nightly' })).json() as JobStats;
  const addAll = async () => {
    const { platform } = world();
    await addJob(platform, { id: 'job_old', created_at: '2026-01-02T10:00:00.000Z' }, result);
    await addJob(platform, {
      id: 'job_open',
      created_at: '2026-01-03T10:00:00.000Z',
      status: 'waiting',
    });
    await addJob(platform, { id: 'job_new', created_at: '2026-02-20T10:00:00.000Z' }, result);
  };

  it('removes older ones with all that belongs to them, and keeps their numbers', async () => {
    await addAll();
    await removeOutdated(world().platform);
    expect(await status('/results/job_old')).toBe(404);
    expect(await status('/results/job_open')).toBe(202);
    expect(await status('/results/job_new')).toBe(200);
    const { failures } = (await world().send({ path: '/history/failures' })).json() as {
      failures: { job_id: string }[];
    };
    expect(new Set(failures.map(({ job_id }) => job_id))).toEqual(new Set(['job_new']));
    const most_failing = [
      { test_name: 'b', failures: 1 },
      { test_name: 'a', failures: 1 },
    ];
    expect(await stats()).toEqual({
      job_name: 'team/nightly',
      ...{ total_analyses: 2, total_failures: 4, most_failing },
      first_analyzed: '2026-01-02T10:00:00.000Z',
      last_analyzed: '2026-02-20T10:00:00.000Z',
      classifications: { 'CODE ISSUE': 2, 'PRODUCT BUG': 2, INFRASTRUCTURE: 0, '': 0 },
    });
  });

  it('R1: counts an analysis once, whose removal broke off', async () => {
    await addAll();
    const { platform } = world();
    const broken = {
      ...platform,
      blobs: {
        ...platform.blobs,
        deletePrefix: () => Promise.reject(new Error('away')),
      },
    };
    await expect(removeOutdated(broken)).rejects.toThrow('away');
    await removeOutdated(platform);
    await removeOutdated(platform);
    expect(await stats()).toMatchObject({ total_analyses: 2, total_failures: 4 });
  });
});

it('keeps analyses for ever where no retention is set', async () => {
  const world = await openWorld(homes()[0]!.home, 'analysis');
  await addJob(world.platform, { id: 'job_old', created_at: '2016-01-02T10:00:00.000Z' });
  await removeOutdated(world.platform);
  expect((await world.send({ path: '/results/job_old' })).status).toBe(200);
  await world.close();
});
