import { expect, it } from 'vitest';
import { listDeadLetters, replay } from '#core/jobs/dead-letter.ts';
import { claim } from '#core/jobs/lease.ts';
import { eachTest } from '#test/support/each-test.ts';
import type { JobWorld } from '#test/support/jobs/job-world.ts';
import { numbered, sendNumber } from './numbered.ts';

/** Deliveries that the queue gave up by itself: nobody answered them. */
export function unansweredCases(few: () => Promise<JobWorld>) {
  const world = eachTest(few);

  /** The queue gives the message up by itself, and the job has a lease on it or not. */
  async function unanswered(state: 'unknown' | 'running' | 'done') {
    const { platform, turn } = world();
    const job = numbered();
    const { id } = await sendNumber(platform, 1);
    const [message] = await platform.queue.receive('work', { max: 1, waitSeconds: 1 });
    if (!message) throw new Error('nothing was received');
    const work = { id: `work ${id}`, message: id, seconds: 30, tries: 3, reason: '' };
    const claimed = state === 'unknown' ? undefined : await claim(platform, work);
    if (claimed?.outcome === 'claimed' && state === 'done') await claimed.lease.finish();
    await platform.queue.release(message, 0);
    expect((await turn(job)).messages).toEqual([]);
    return { id, job, ...world() };
  }

  it('what the queue gave up becomes a dead letter through `dead` (R4)', async () => {
    const { id, job, platform, turn } = await unanswered('unknown');
    expect((await turn(job, { dead: true })).failed).toEqual([]);
    const { rows } = await listDeadLetters(platform, 'work');
    expect(rows).toMatchObject([{ id, queue: 'work', body: '{"n":1}' }]);
    expect(rows[0]?.error).toContain('without an answer');
    expect((await turn(job, { dead: true })).messages).toEqual([]);
    await replay(platform, id);
    await turn(job);
    expect(job.runs).toHaveLength(1);
  });

  it('what the queue gave up while a worker is at it waits for the worker', async () => {
    const { job, platform, turn, clock, delays } = await unanswered('running');
    delays.length = 0;
    expect((await turn(job, { dead: true })).failed).toHaveLength(1);
    expect(delays).toEqual([30]);
    expect((await listDeadLetters(platform, 'work')).rows).toEqual([]);
    await clock.advance(30_000);
    expect((await turn(job, { dead: true })).failed).toEqual([]);
    expect((await listDeadLetters(platform, 'work')).rows).toHaveLength(1);
  });
}
