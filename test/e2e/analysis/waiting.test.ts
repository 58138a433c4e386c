import { describe, expect, it } from 'vitest';
import { analysisRun } from '#core/analysis/jobs/analysis-run.ts';
import { startQueue } from '#core/analysis/jobs/job-queues.ts';
import { reviveRuns } from '#core/runs/revive.ts';
import { failedCase, openBuildWorld } from '#test/support/analysis/build-world.ts';
import { eachTest } from '#test/support/each-test.ts';
import { answer } from '#test/support/analysis/explain-world.ts';
import { onLocal } from '#test/support/world.ts';

const name = 'CI job team/nightly #5';
const minute = 60_000;

describe('an analysis that waits for its build', () => {
  const world = eachTest(() => openBuildWorld(onLocal));
  function runs() {
    world().say();
    return world().jenkins.add('team/nightly', 5, { result: null, building: true });
  }
  const looks = () =>
    world().jenkins.requests.filter((request) => request.includes('/nightly/5/api/json')).length;
  /** Waits until the message that is due has been worked on. */
  const settled = () =>
    expect
      .poll(async () => {
        const { waiting, inFlight } = await world().platform.queue.depth(startQueue);
        return waiting + inFlight;
      })
      .toBe(0);
  async function pass(minutes: number) {
    for (let at = 0; at < minutes; at += 1) {
      await world().clock.advance(minute);
      await settled();
    }
  }
  async function started(body: object) {
    const id = await world().started(body);
    await settled();
    return id;
  }

  it('looks at it at once and after each interval, also beyond the longest delay of a message', async () => {
    const build = runs();
    world().say(answer('CODE ISSUE'));
    const id = await started({ poll_interval_minutes: 40 });
    expect([looks(), (await world().job(id)).status]).toEqual([1, 'waiting']);
    await pass(39);
    expect(looks()).toBe(1);
    // The sweep has nothing to revive between two looks, however many messages they take.
    const { lease_until, revivals } = await world().job(id);
    expect([lease_until, revivals]).toEqual(['2026-03-01T12:45:00.000Z', 0]);
    await pass(1);
    expect(looks()).toBe(2);
    Object.assign(build, { result: 'UNSTABLE', building: false, cases: [failedCase('a', 'x')] });
    await pass(39);
    expect([looks(), (await world().job(id)).status]).toEqual([2, 'waiting']);
    await world().clock.advance(minute);
    const job = await world().ended(id);
    expect(job).toMatchObject({ status: 'completed', waiting: null, failure_count: 1 });
    expect(job.analysis_started_at).toBe('2026-03-01T13:20:00.000Z');
    const { requests } = world().jenkins;
    expect(requests.filter((request) => request.includes('tree=mode'))).toHaveLength(1);
  });

  it('asks the model before it waits, and keeps the failures when it is gone afterwards', async () => {
    const build = runs();
    const early = await started({ ai_provider: 'provider_b' });
    expect(await world().job(early)).toMatchObject({
      ...{ status: 'failed', error: expect.stringContaining('Gemini CLI') as string },
    });
    expect(looks()).toBe(0);
    const id = await started({ poll_interval_minutes: 10 });
    expect((await world().job(id)).status).toBe('waiting');
    world().fail();
    Object.assign(build, { result: 'UNSTABLE', building: false, cases: [failedCase('a', 'x')] });
    await pass(10);
    expect(await world().ended(id)).toMatchObject({ status: 'completed', unclassified: 1 });
  });

  it('fails at its deadline, the last pause being shorter', async () => {
    runs();
    const id = await started({ poll_interval_minutes: 2, max_wait_minutes: 5 });
    await pass(4);
    expect([looks(), (await world().job(id)).status]).toEqual([3, 'waiting']);
    await pass(1);
    expect(looks()).toBe(4);
    expect(await world().job(id)).toMatchObject({
      ...{ status: 'failed', error: `Timed out waiting for ${name} after 5 minutes` },
    });
  });

  it('is left alone by the sweep until a look is overdue, then looked after (R1)', async () => {
    runs();
    const id = await started({ poll_interval_minutes: 600 });
    const { platform, clock } = world();
    clock.jump(590 * minute);
    expect(await reviveRuns(platform, analysisRun)).toBe(0);
    clock.jump(20 * minute);
    for (let times = 0; times < 5; times += 1) {
      expect(await reviveRuns(platform, analysisRun)).toBe(1);
      await clock.advance(1_000);
      await settled();
      clock.jump(610 * minute);
    }
    expect([looks(), (await world().job(id)).status]).toEqual([6, 'waiting']);
  });

  it('gives up when the server fails five times in a row', async () => {
    runs();
    let isDown = false;
    world().jenkins.fault = (request, response) => {
      if (!isDown || !request.url?.includes('/nightly/5/')) return false;
      response.destroy();
      return true;
    };
    const id = await started({ poll_interval_minutes: 1 });
    /** A look may repeat its call after a pause. */
    const until = (state: unknown) =>
      expect
        .poll(async () => {
          await world().clock.advance(20_000);
          const { status, waiting } = await world().job(id);
          return status === 'waiting' ? waiting?.errors : status;
        })
        .toBe(state);
    isDown = true;
    await until(4);
    isDown = false;
    await until(0);
    isDown = true;
    await until(4);
    await until('failed');
    const { error } = await world().job(id);
    expect(error).toMatch(/^The build server failed 5 times in a row\. .*connection lost/);
  });
});
