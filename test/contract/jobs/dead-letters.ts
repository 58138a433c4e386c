import { expect, it } from 'vitest';
import { storeDeadLetter, listDeadLetters, replay } from '#core/jobs/dead-letter.ts';
import { claim } from '#core/jobs/lease.ts';
import { deadLetters } from '#core/jobs/tables.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { eachTest } from '#test/support/each-test.ts';
import { expectFailure, outcomes } from '#test/support/expect-failure.ts';
import type { JobWorld } from '#test/support/jobs/job-world.ts';
import { numbered, sendNumber } from './numbered.ts';

const keys = [
  ['its own', {}],
  ['a key', { key: ({ n }: { n: number }) => `number ${n}` }],
] as const;

export function deadLetterCases(open: () => Promise<JobWorld>) {
  const world = eachTest(open);

  /** A job that fails until it is mended, and its dead letter. */
  async function died(options: (typeof keys)[number][1] = {}) {
    const { platform, turn } = world();
    const state = { mended: false };
    const job = numbered(
      () => {
        if (!state.mended) throw new Error('broken');
      },
      { maxAttempts: 1, ...options },
    );
    const { id } = await sendNumber(platform, 1);
    await turn(job);
    job.runs.length = 0;
    return { job, state, id, platform, turn };
  }

  it.each(keys)(
    'replay (work is %s): it runs again with all its tries, once',
    async (_, options) => {
      const { job, state, id, platform, turn } = await died(options);
      state.mended = true;
      await replay(platform, id);
      await expectFailure(replay(platform, id), 'conflict', 'replayed');
      // A refused replay has sent nothing either (R4).
      const received = [await turn(job), await turn(job)].flatMap(({ messages }) => messages);
      expect(received).toHaveLength(1);
      expect(job.runs).toMatchObject([{ message: { n: 1 }, attempt: 1 }]);
      const letter = await platform.records.get(deadLetters, { id });
      expect(letter?.replayed_at).not.toBeNull();
    },
  );

  it.each(keys)(
    'racing replays (work is %s): one is told yes, and it runs once',
    async (_, options) => {
      const { job, state, id, platform, turn } = await died(options);
      state.mended = true;
      const { won, lost } = await outcomes(Array.from({ length: 4 }, () => replay(platform, id)));
      expect([won.length, ...lost]).toEqual([
        1,
        ...Array.from({ length: 3 }, () => 'conflict replayed'),
      ]);
      for (let turns = 0; turns < 4; turns += 1) await turn(job);
      expect((await turn(job)).messages).toEqual([]);
      expect(job.runs).toHaveLength(1);
    },
  );

  it.each(keys)(
    'a replay that died after its send is replayed, and it runs once (%s)',
    async (_, options) => {
      const { job, state, id, platform, turn } = await died(options);
      state.mended = true;
      const records: Platform['records'] = {
        ...platform.records,
        update: (async (table: { name: string }, ...of: unknown[]) => {
          if (table.name === deadLetters.name) throw new Error('killed');
          return (platform.records.update as (...all: unknown[]) => unknown)(table, ...of);
        }) as Platform['records']['update'],
      };
      await expect(replay({ ...platform, records }, id)).rejects.toThrow('killed');
      await turn(job);
      await replay(platform, id);
      await turn(job);
      expect((await turn(job)).messages).toEqual([]);
      expect(job.runs).toHaveLength(1);
    },
  );

  it('further messages of work that was given up become dead letters, not nothing', async () => {
    const { job, state, platform, turn } = await died({ key: () => 'one' });
    state.mended = true;
    await sendNumber(platform, 2);
    await turn(job);
    expect(job.runs).toEqual([]);
    const { rows } = await listDeadLetters(platform, 'work');
    expect(rows.map(({ body }) => body).sort()).toEqual(['{"n":1}', '{"n":2}']);
  });

  it('lists the latest first, page by page, of one queue', async () => {
    const { platform, clock } = world();
    for (const id of ['a', 'b', 'c', 'd']) {
      const queue = id === 'c' ? 'other' : 'work';
      await storeDeadLetter(platform, {
        id,
        queue,
        group: null,
        work: id,
        body: '1',
        attempts: 1,
        error: id,
      });
      await storeDeadLetter(platform, {
        id,
        queue,
        group: null,
        work: id,
        body: '2',
        attempts: 2,
        error: 'repeated',
      });
      await clock.advance(1_000);
    }
    const first = await listDeadLetters(platform, 'work', { limit: 2 });
    expect(first.rows.map(({ id, error }) => [id, error])).toEqual([
      ['d', 'd'],
      ['b', 'b'],
    ]);
    const { cursor = '' } = first;
    const rest = await listDeadLetters(platform, 'work', { limit: 2, cursor });
    expect(rest.rows.map(({ id }) => id)).toEqual(['a']);
  });

  it('a worker that dies at every try: given up after as many, without another run', async () => {
    const { platform, turn, clock } = world();
    const job = numbered(undefined, { maxAttempts: 2 });
    const { id } = await sendNumber(platform, 1);
    for (const attempt of [1, 2]) {
      const work = { id: `work ${id}`, message: id, seconds: 30, tries: 2, reason: '' };
      expect(await claim(platform, work)).toMatchObject({ lease: { attempt } });
      await clock.advance(30_000);
    }
    expect((await turn(job)).failed).toEqual([]);
    expect(job.runs).toEqual([]);
    const { rows } = await listDeadLetters(platform, 'work');
    expect(rows).toMatchObject([{ id, attempts: 2, body: '{"n":1}' }]);
    expect(rows[0]?.error).toContain('without an answer');
  });
}
