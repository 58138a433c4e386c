import { expect, it } from 'vitest';
import { listDeadLetters } from '#core/jobs/dead-letter.ts';
import { leases } from '#core/jobs/tables.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { eachTest } from '#test/support/each-test.ts';
import type { JobWorld } from '#test/support/jobs/job-world.ts';
import { numbered, sendNumber } from './numbered.ts';

export function retryCases(open: () => Promise<JobWorld>) {
  const world = eachTest(open);

  it('what fails is tried again, later each time, and then given up with its error (R4)', async () => {
    const { platform, turn, delays, lines } = world();
    const job = numbered(({ attempt }) => {
      throw new Error(`failure ${attempt} with token=hunter2hunter2`);
    });
    const { id } = await sendNumber(platform, 1);
    for (let tries = 1; tries <= 3; tries += 1) {
      const { failed } = await turn(job);
      expect(failed).toHaveLength(tries < 3 ? 1 : 0);
    }
    expect(job.runs.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    expect((await turn(job)).messages).toEqual([]);
    expect((await turn(job, { dead: true })).messages).toEqual([]);
    const { rows } = await listDeadLetters(platform, 'work');
    expect(rows).toMatchObject([{ id, queue: 'work', body: '{"n":1}', attempts: 3 }]);
    expect(rows[0]?.error).toContain('failure 3');
    expect(rows[0]?.error).not.toContain('hunter2');
    // In the cloud an alarm hears of these words: infra/log-metrics.ts.
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 'ERROR', message: 'job gave up' }),
    );
    expect(delays).toHaveLength(2);
    expect(delays[0]).toBeLessThanOrEqual(2);
    expect(delays[1]).toBeGreaterThanOrEqual(2);
  });

  it('what is to come again does so without an end, counts no attempt, and is done once', async () => {
    const { platform, turn } = world();
    const job = numbered(
      ({ attempt, fence }) => {
        if (fence === 3) throw new Error('one attempt of two fails');
        return fence < 20 && attempt < 3 ? { againSeconds: 0 } : undefined;
      },
      { maxAttempts: 2 },
    );
    await sendNumber(platform, 1);
    // More than the 16 deliveries after which the queue gives a message up.
    while ((await turn(job)).messages.length > 0);
    expect(job.runs.map(({ fence }) => fence)).toEqual(
      Array.from({ length: 20 }, (_, at) => at + 1),
    );
    expect(job.runs.map(({ attempt }) => attempt).filter((attempt) => attempt > 1)).toEqual([2]);
    expect((await listDeadLetters(platform, 'work')).rows).toEqual([]);
    const { rows } = await platform.records.list(leases);
    expect(rows.map(({ state }) => state)).toEqual(['done']);
  });

  it('what is to come again is not lost when its message is there at once (R1)', async () => {
    const { platform, turn } = world();
    const job = numbered(({ fence }) => (fence === 1 ? { againSeconds: 0 } : undefined));
    let receiving: Promise<unknown> | undefined;
    const send: Platform['queue']['send'] = async (...message) => {
      const sent = platform.queue.send(...message);
      receiving = sent.then(() => turn(job));
      await receiving;
      return sent;
    };
    /** Slower than the other worker. */
    const update: Platform['records']['update'] = async (...change) => {
      await Promise.resolve().then(() => receiving);
      return platform.records.update(...change);
    };
    const slow = {
      ...platform,
      queue: { ...platform.queue, send },
      records: { ...platform.records, update },
    };
    await sendNumber(platform, 1);
    await turn(job, { platform: slow });
    while ((await turn(job)).messages.length > 0);
    const { rows } = await platform.records.list(leases);
    expect(rows).toMatchObject([{ state: 'done', fence: 2 }]);
  });

  it.each([900, 901, 100_000])(
    'what is to come again in %i seconds waits, for as long as the queue allows (R7)',
    async (againSeconds) => {
      const { platform, turn, lines } = world();
      const job = numbered(() => ({ againSeconds }));
      await sendNumber(platform, 1);
      await turn(job);
      expect((await turn(job)).messages).toEqual([]);
      expect(job.runs).toHaveLength(1);
      expect(lines).toEqual([]);
    },
  );

  it('what the host interrupts comes back at once, and counts for nothing', async () => {
    const { platform, turn, delays } = world();
    const stop = AbortSignal.abort();
    const job = numbered(
      ({ signal }) => {
        if (signal.aborted) throw new Error('interrupted');
      },
      { maxAttempts: 1 },
    );
    await sendNumber(platform, 1);
    for (let times = 0; times < 3; times += 1) {
      expect((await turn(job, { signal: stop })).failed).toHaveLength(1);
    }
    expect(delays).toEqual([0, 0, 0]);
    expect((await turn(job)).failed).toEqual([]);
    expect(job.runs.map(({ attempt }) => attempt)).toEqual([1, 1, 1, 1]);
    expect((await listDeadLetters(platform, 'work')).rows).toEqual([]);
  });

  it('a run that does not listen to the stop is left behind, and its end is refused', async () => {
    const { platform, turn, clock } = world();
    const stop = new AbortController();
    const began = Promise.withResolvers<void>();
    const never = Promise.withResolvers<void>();
    const job = numbered(async ({ attempt, fence }) => {
      if (fence > 1) return;
      expect(attempt).toBe(1);
      began.resolve();
      await never.promise;
    });
    await sendNumber(platform, 1);
    const running = turn(job, { signal: stop.signal });
    await began.promise;
    stop.abort();
    await clock.advance(3_000);
    const { messages, failed } = await running;
    expect(failed).toHaveLength(1);
    expect((await turn(job)).failed).toEqual([]);
    never.resolve();
    const id = `work ${messages[0]?.id}`;
    expect(await platform.records.get(leases, { id })).toMatchObject({ state: 'done', fence: 2 });
  });
}
