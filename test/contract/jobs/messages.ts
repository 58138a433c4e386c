import { expect, it } from 'vitest';
import { listDeadLetters } from '#core/jobs/dead-letter.ts';
import { eachTest } from '#test/support/each-test.ts';
import type { JobWorld } from '#test/support/jobs/job-world.ts';
import { numbered, sendNumber } from './numbered.ts';

export function messageCases(open: () => Promise<JobWorld>) {
  const world = eachTest(open);

  it.each([
    ['not JSON', 'hello', 'The message is not JSON'],
    ['of another shape', '{"n":"one"}', 'The message is not valid: n: '],
    ['with more than it should', '{"n":1,"to":"all"}', 'The message is not valid: : '],
    ['null', 'null', 'The message is not valid: : '],
  ])('a message that is %s becomes a dead letter at once (R4)', async (_, body, error) => {
    const { platform, turn, delays } = world();
    const job = numbered();
    await platform.queue.send('work', body);
    await sendNumber(platform, 7);
    let met = 0;
    while (met < 2) {
      const { messages, failed } = await turn(job);
      expect(failed).toEqual([]);
      met += messages.length;
    }
    expect(job.runs.map(({ message }) => message.n)).toEqual([7]);
    const { rows } = await listDeadLetters(platform, 'work');
    expect(rows).toMatchObject([{ queue: 'work', body, attempts: 0, replayed_at: null }]);
    expect(rows[0]?.error).toContain(error);
    expect(delays).toEqual([]);
    expect((await turn(job)).messages).toEqual([]);
  });

  it('of ten in a batch the one that fails is reported, and it alone (R4)', async () => {
    const { platform, turn } = world();
    const job = numbered(({ message }) => {
      if (message.n === 4) throw new Error('four');
    });
    for (let n = 0; n < 10; n += 1) await sendNumber(platform, n);
    const failed: string[] = [];
    // SQS gives a batch in several parts; the one that fails comes at every turn.
    for (let turns = 0; turns < 20 && new Set(job.runs.map(numberOf)).size < 10; turns += 1) {
      failed.push(...(await turn(job)).failed);
    }
    expect(new Set(failed)).toEqual(new Set(['{"n":4}']));
    const others = job.runs.map(numberOf).filter((n) => n !== 4);
    expect(others.sort()).toEqual([0, 1, 2, 3, 5, 6, 7, 8, 9]);
  });
}

function numberOf({ message }: { message: { n: number } }): number {
  return message.n;
}
