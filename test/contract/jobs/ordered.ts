import { expect, it } from 'vitest';
import * as z from 'zod';
import { listDeadLetters, replay } from '#core/jobs/dead-letter.ts';
import { Failure } from '#core/platform/failure.ts';
import { job } from '#core/jobs/job.ts';
import { eachTest } from '#test/support/each-test.ts';
import type { JobWorld } from '#test/support/jobs/job-world.ts';

/** On the ordered queue `line`. */
export function orderedJobCases(open: () => Promise<JobWorld>) {
  const world = eachTest(open);

  function failing(...poison: readonly string[]) {
    const runs: string[] = [];
    const events: string[] = [];
    const work = job({
      ...{ queue: 'line', ordered: true, leaseSeconds: 30, maxAttempts: 2 },
      message: z.string(),
      async run({ message }) {
        runs.push(message);
        if (poison.includes(message)) throw new Error('broken');
      },
      async givenUp({ message, error, platform }) {
        const { rows } = await listDeadLetters(platform, 'line');
        events.push(`${message} ${error.split('\n')[0]}, letters: ${rows.length}`);
      },
    });
    return { work, runs, events };
  }

  const send = async (...bodies: readonly string[]) => {
    for (const body of bodies) {
      await world().platform.queue.send('line', JSON.stringify(body), { group: body[0] });
    }
  };

  it('a retried message runs before its successors, and a given-up one frees them (R4)', async () => {
    const { turn } = world();
    const { work, runs, events } = failing('a1');
    await send('a1', 'a2', 'b1');
    for (let turns = 0; turns < 6; turns += 1) await turn(work);
    expect(runs.filter((run) => run.startsWith('a'))).toEqual(['a1', 'a1', 'a2']);
    expect(runs).toContain('b1');
    // Before its dead letter, so that a crash between the two repeats it.
    expect(events).toEqual(['a1 Error: broken, letters: 0']);
  });

  it('a failure that knows when it has passed is tried again then, before its successors', async () => {
    const { delays, turn } = world();
    const runs: string[] = [];
    const work = job({
      ...{ queue: 'line', ordered: true, leaseSeconds: 30, maxAttempts: 2 },
      message: z.string(),
      async run({ message, attempt }) {
        runs.push(`${message} ${attempt}`);
        if (message === 'a2' || attempt > 1) return;
        throw new Failure('upstream', 'out', 'out', { extra: { pauseSeconds: 1_800 } });
      },
    });
    await send('a1', 'a2');
    for (let turns = 0; turns < 3; turns += 1) await turn(work);
    expect(delays).toEqual([1_800]);
    expect(runs).toEqual(['a1 1', 'a1 2', 'a2 1']);
  });

  it('replay: the message keeps its group', async () => {
    const { platform, turn } = world();
    const { work, runs } = failing('a1');
    await send('a1');
    for (let turns = 0; turns < 2; turns += 1) await turn(work);
    const [letter] = (await listDeadLetters(platform, 'line')).rows;
    expect(letter).toMatchObject({ group: 'a' });
    await send('a2');
    await replay(platform, letter?.id ?? '');
    const mended = failing();
    for (let turns = 0; turns < 3; turns += 1) await turn(mended.work);
    expect([runs, mended.runs]).toEqual([
      ['a1', 'a1'],
      ['a2', 'a1'],
    ]);
  });
}
