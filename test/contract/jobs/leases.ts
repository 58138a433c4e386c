import { expect, it } from 'vitest';
import * as z from 'zod';
import { leases } from '#core/jobs/tables.ts';
import { table } from '#core/platform/table.ts';
import { eachTest } from '#test/support/each-test.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { deliver, type JobWorld } from '#test/support/jobs/job-world.ts';
import { numbered, sendNumber, type Run } from './numbered.ts';

const pages = table({
  name: 'pages',
  version: 1,
  columns: z.object({ id: z.string(), fence: z.int(), text: z.string() }),
  key: ['id'],
});

/** Runs that the test holds open and ends one by one. */
function gates() {
  const opened: PromiseWithResolvers<void>[] = [];
  const began: PromiseWithResolvers<Run>[] = [];
  const at = <T>(list: PromiseWithResolvers<T>[], n: number) =>
    (list[n] ??= Promise.withResolvers<T>());
  let count = 0;
  return {
    pass: async (run: Run) => {
      const n = count++;
      at(began, n).resolve(run);
      await at(opened, n).promise;
    },
    began: (n: number) => at(began, n).promise,
    open: (n: number) => at(opened, n).resolve(),
    fail: (n: number) => at(opened, n).reject(new Error('too late')),
  };
}

export function leaseCases(open: () => Promise<JobWorld>) {
  const world = eachTest(open);
  const one = async () => {
    const { platform } = world();
    await sendNumber(platform, 1);
    const [message] = await platform.queue.receive('work', { max: 1, waitSeconds: 1 });
    if (!message) throw new Error('nothing was received');
    return message;
  };
  /** For a worker whose heart does not beat, as if it were stopped. */
  const heartless = () => {
    const { platform, clock } = world();
    const sleep = () => new Promise<void>(() => {});
    return { ...platform, clock: { now: () => clock.now(), sleep } };
  };

  it('a message that is delivered again after it was done runs no more', async () => {
    const { platform } = world();
    const job = numbered();
    const message = await one();
    expect(await deliver(job, platform, [message])).toEqual([]);
    expect(await deliver(job, platform, [message])).toEqual([]);
    expect(job.runs).toHaveLength(1);
  });

  it('the clock was an hour ahead when a worker died: another has the work after a lease (R7)', async () => {
    const { platform, clock, delays } = world();
    const gate = gates();
    const job = numbered(gate.pass);
    const message = await one();
    clock.jump(3_600_000);
    // It dies.
    void deliver(job, heartless(), [message]);
    await gate.began(0);
    clock.jump(-3_600_000);
    expect(await deliver(job, platform, [message])).toHaveLength(1);
    expect(delays).toEqual([30]);
    clock.jump(31_000);
    gate.open(1);
    expect(await deliver(job, platform, [message])).toEqual([]);
    expect(job.runs).toHaveLength(2);
  });

  it('of 8 racing deliveries of one message one runs, the others wait for it', async () => {
    const { platform, delays } = world();
    const gate = gates();
    const job = numbered(gate.pass);
    const message = await one();
    const racing = Array.from({ length: 8 }, () => deliver(job, platform, [message]));
    await gate.began(0);
    const settled: string[][] = [];
    const seven = Promise.withResolvers<void>();
    for (const race of racing) {
      void race.then((failed) => settled.push(failed) === 7 && seven.resolve());
    }
    await seven.promise;
    gate.open(0);
    await Promise.all(racing);
    expect(job.runs).toHaveLength(1);
    expect(settled.filter(({ length }) => length === 1)).toHaveLength(7);
    // Until the lease ends, were its holder dead.
    expect(delays).toEqual(Array.from({ length: 7 }, () => 30));
  });

  it('`key` makes two sends one work: the second message is dropped while the first one runs', async () => {
    const { platform, turn, delays } = world();
    const gate = gates();
    const job = numbered(gate.pass, { key: ({ n }) => String(n) });
    const first = await one();
    const running = deliver(job, platform, [first]);
    await gate.began(0);
    await sendNumber(platform, 1, 'again');
    expect((await turn(job)).failed).toEqual([]);
    expect((await turn(job)).messages).toEqual([]);
    gate.open(0);
    expect(await running).toEqual([]);
    await sendNumber(platform, 1, 'and again');
    await turn(job);
    await sendNumber(platform, 2);
    gate.open(1);
    await turn(job);
    expect(job.runs.map(({ message }) => message.n)).toEqual([1, 2]);
    expect(delays).toEqual([]);
  });

  it('an expired lease is taken over with a higher fence, and the old one is refused (R3)', async () => {
    const { platform, clock, lines } = world();
    const { records } = platform;
    const gate = gates();
    const job = numbered(gate.pass);
    const message = await one();
    const asleep = deliver(job, heartless(), [message]);
    const old = await gate.began(0);
    await records.insert(pages, { id: 'p', fence: old.fence, text: '' });
    clock.jump(31_000);
    const taking = deliver(job, platform, [message]);
    const young = await gate.began(1);
    expect(young.fence).toBeGreaterThan(old.fence);
    expect([old.attempt, young.attempt]).toEqual([1, 2]);
    await records.update(pages, { id: 'p' }, { fence: young.fence }, { fence: old.fence });
    await expectFailure(
      records.update(pages, { id: 'p' }, { text: 'old' }, { fence: old.fence }),
      'conflict',
      'changed',
    );
    await records.update(pages, { id: 'p' }, { text: 'young' }, { fence: young.fence });
    gate.open(1);
    expect(await taking).toEqual([]);
    gate.open(0);
    // Its beating is stuck with it, so only its end in the table can be seen.
    void asleep;
    expect(await records.get(pages, { id: 'p' })).toMatchObject({ text: 'young' });
    expect(await records.get(leases, { id: `work ${message.id}` })).toMatchObject({
      state: 'done',
      fence: young.fence,
    });
    expect(lines.filter(({ level }) => level === 'ERROR')).toEqual([]);
  });

  it.each([
    ['succeeds', 'open', 1],
    ['fails at its last try', 'fail', 1],
    ['fails at another', 'fail', 3],
  ] as const)(
    'a lost lease aborts the run; when it %s nothing changes',
    async (_, end, maxAttempts) => {
      const { platform, clock, delays } = world();
      const gate = gates();
      const job = numbered(gate.pass, { maxAttempts });
      const message = await one();
      const running = deliver(job, platform, [message]);
      const { signal } = await gate.began(0);
      const id = `work ${message.id}`;
      await platform.records.update(leases, { id }, { fence: 99 });
      expect(signal.aborted).toBe(false);
      await clock.advance(10_000);
      await expect.poll(() => signal.aborted).toBe(true);
      gate[end](0);
      expect(await running).toEqual([message.id]);
      expect(await platform.records.get(leases, { id })).toMatchObject({
        state: 'running',
        fence: 99,
        error: null,
      });
      expect(delays).toEqual([]);
    },
  );
}
