import { describe, expect, it } from 'vitest';
import { listDeadLetters } from '#core/jobs/dead-letter.ts';
import { claim } from '#core/jobs/lease.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Clock } from '#core/platform/ports/clock.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { runHere } from '#core/runs/run-here.ts';
import { reviveRuns } from '#core/runs/revive.ts';
import { runLeaseMilliseconds } from '#core/runs/run-type.ts';
import { stepAttempts } from '#core/runs/step.ts';
import { eachTest } from '#test/support/each-test.ts';
import {
  toyId,
  toyItems,
  toyLanes,
  toyQueues,
  toyRuns,
  toyRunType,
  type Toy,
} from '#test/support/jobs/toy-run.ts';
import type { OpenJobs } from './jobs-suite.ts';

/** What the engine of long runs promises to every service, on every home. */
export function runsContract(name: string, open: OpenJobs) {
  const queues = Object.values(toyQueues).map((queue) => ({
    ...{ name: queue, visibilitySeconds: 60, maxAttempts: 16 },
  }));
  describe(`runs on ${name}`, () => {
    const world = eachTest(() => open(queues));
    const texts = (count: number) => Array.from({ length: count }, (_, at) => `item ${at}`).join();
    const row = () => world().platform.records.get(toyRuns, { id: toyId });
    const isDone = ({ state }: { readonly state: string }) => state === 'done';
    const items = async () => {
      const query = { where: { run: toyId } };
      return (await world().platform.records.list(toyItems, query)).rows;
    };

    /** Works until all queues are empty. */
    async function drive({ jobs }: Toy, platform: Platform = world().platform): Promise<void> {
      for (let met = 1; met > 0;) {
        met = 0;
        for (const job of jobs) met += (await world().turn(job, { platform })).messages.length;
      }
    }

    async function deadLetters(): Promise<number> {
      const { platform } = world();
      const lists = Object.values(toyQueues).map((queue) => listDeadLetters(platform, queue));
      return (await Promise.all(lists)).flatMap(({ rows }) => rows).length;
    }

    it.each([toyLanes, 1])('works on all items, %i at once, and finishes once', async (lanes) => {
      let [now, most] = [0, 0];
      const toy = toyRunType(8, async () => {
        most = Math.max(most, (now += 1));
        await new Promise(setImmediate);
        now -= 1;
      });
      await toy.begin(world().platform, lanes);
      await drive(toy);
      expect(await row()).toMatchObject({ status: 'ready', said: texts(8), counted: 8 });
      expect([...toy.begun].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
      // SQS may deliver the messages of the lanes one after the other.
      expect(most).toBeLessThanOrEqual(lanes);
      const all = Array.from({ length: lanes }, (_, lane) => lane);
      expect(new Set((await items()).map(({ lane }) => lane))).toEqual(new Set(all));
      expect(toy.reported.at(-1)).toBe(8);
      expect(toy.tidied).toContain(toyId);
    });

    describe('in the process that asked for it', () => {
      const runToy = ({ type, steps }: Toy) => runHere(world().platform, type, toyId, steps);

      it.each([toyLanes, 1])('works without messages, %i at once', async (lanes) => {
        const toy = toyRunType(8);
        await toy.insert(world().platform, lanes);
        await runToy(toy);
        expect(await row()).toMatchObject({ status: 'ready', said: texts(8), fence: 0 });
        expect([...toy.begun].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
        await drive(toy);
        expect(toy.begun).toHaveLength(8);
      });

      it('reports what is done while an item takes long', async () => {
        const gate = Promise.withResolvers<void>();
        const toy = toyRunType(3, (_, { position }) =>
          position === 1 ? gate.promise : Promise.resolve(),
        );
        await toy.insert(world().platform);
        const running = runToy(toy);
        await expect.poll(async () => (await items()).filter(isDone).length).toBe(2);
        await world().clock.advance(500);
        await expect.poll(() => toy.reported.at(-1)).toBe(2);
        gate.resolve();
        await running;
        expect(await row()).toMatchObject({ status: 'ready', counted: 3 });
      });

      it('leaves to the queue a step that fails (R1)', async () => {
        const broken = new Set([1]);
        const toy = toyRunType(6, async (_, { position }) => {
          if (broken.delete(position)) throw new Error('away');
        });
        await toy.insert(world().platform);
        await runToy(toy);
        expect(await row()).toMatchObject({ status: 'running' });
        await drive(toy);
        expect(await row()).toMatchObject({ status: 'ready', said: texts(6) });
        expect([...toy.begun].sort()).toEqual([0, 1, 1, 2, 3, 4, 5]);
      });

      it('leaves to the queue more lanes than a queue has workers', async () => {
        const { platform } = world();
        const many = toyRunType(4);
        const row2 = { id: 'run_2', status: 'queued' as const, lanes: 10, lease_until: '3' };
        const toy = toyRunType(1, async () => {
          await platform.records.insert(toyRuns, row2);
          await runHere(platform, many.type, 'run_2', many.steps);
        });
        await toy.insert(platform);
        await runToy(toy);
        expect(await row()).toMatchObject({ status: 'ready' });
        expect(many.begun).toEqual([]);
        await drive(many);
        expect([...many.begun].sort()).toEqual([0, 1, 2, 3]);
      });

      it('is taken over after half a minute when its process has died (R1, R3)', async () => {
        const { platform } = world();
        const death = Promise.withResolvers<never>();
        const toy = toyRunType(2, (_, { fence }) =>
          fence === 0 ? death.promise : Promise.resolve(),
        );
        await toy.insert(platform, 1);
        const dead = runToy(toy);
        await expect.poll(() => toy.begun).toEqual([0]);
        expect(await reviveRuns(platform, toy.type)).toBe(0);
        world().clock.jump(31_000);
        expect(await reviveRuns(platform, toy.type)).toBe(1);
        await drive(toy);
        expect(await row()).toMatchObject({ status: 'ready', said: texts(2) });
        death.reject(new Error('late'));
        await dead;
        expect(await row()).toMatchObject({ status: 'ready', said: texts(2) });
      });

      it('is taken over when it died while the clock was an hour ahead (R1, R7)', async () => {
        const { platform, clock } = world();
        const toy = toyRunType(2, (_, { fence }) =>
          fence === 0 ? new Promise<never>(() => {}) : Promise.resolve(),
        );
        clock.jump(3_600_000);
        await toy.insert(platform, 1);
        // Its heart stands still.
        const sleep: Clock['sleep'] = (_, signal) =>
          new Promise((resolve) => signal?.addEventListener('abort', () => resolve()));
        const dead = { ...platform, clock: { ...clock, sleep } };
        void runHere(dead, toy.type, toyId, toy.steps);
        await expect.poll(() => toy.begun).toEqual([0]);
        clock.jump(-3_600_000);
        await reviveRuns(platform, toy.type);
        clock.jump(31_000);
        expect(await reviveRuns(platform, toy.type)).toBe(1);
        await drive(toy);
        expect(await row()).toMatchObject({ status: 'ready', said: texts(2) });
      });

      it('is left alone when it lives on after the clock was an hour ahead (R7)', async () => {
        const { platform, clock } = world();
        const gate = Promise.withResolvers<void>();
        const toy = toyRunType(2, () => gate.promise);
        clock.jump(3_600_000);
        await toy.insert(platform, 1);
        const run = runToy(toy);
        await expect.poll(() => toy.begun).toEqual([0]);
        clock.jump(-3_600_000);
        await clock.advance(1_000);
        const end = new Date(clock.now().getTime() + 30_000).toISOString();
        await expect.poll(async () => (await row())?.lease_until).toBe(end);
        gate.resolve();
        await run;
        expect(await row()).toMatchObject({ status: 'ready', said: texts(2), revivals: 0 });
      });
    });

    describe('in the job of its first step', () => {
      const step = (fence: number) => ({
        ...{ run: toyId, fence, attempt: fence, signal: new AbortController().signal },
      });

      it('works all steps, and leaves them to the queues when the job comes again (R1)', async () => {
        const [toy, other] = [toyRunType(4), toyRunType(4)];
        await toy.insert(world().platform);
        await runHere(world().platform, toy.type, toyId, toy.steps, step(1));
        expect(await row()).toMatchObject({ status: 'ready', said: texts(4), fence: 0 });
        await world().platform.records.delete(toyRuns, { id: toyId });
        for (const { position } of await items()) {
          await world().platform.records.delete(toyItems, { run: toyId, position });
        }
        await other.insert(world().platform);
        await other.steps.start(world().platform, step(2));
        expect(other.begun).toEqual([]);
        await drive(other);
        expect(await row()).toMatchObject({ status: 'ready', said: texts(4) });
      });

      it('stops with its host before the last step, and throws (R1)', async () => {
        const stop = new AbortController();
        const toy = toyRunType(4, async () => stop.abort());
        await toy.insert(world().platform, 1);
        const run = runHere(world().platform, toy.type, toyId, toy.steps, stop);
        await expect(run).rejects.toThrow('abort');
        expect(await row()).toMatchObject({ status: 'running', step: 'lanes' });
        await toy.steps.start(world().platform, step(2));
        await drive(toy);
        expect(await row()).toMatchObject({ status: 'ready', said: texts(4) });
      });
    });

    it.each([0, 1])('of %i items finishes as well', async (count) => {
      const toy = toyRunType(count);
      await toy.begin(world().platform);
      await drive(toy);
      expect(await row()).toMatchObject({ status: 'ready', said: texts(count) });
    });

    it('goes on in another step after a long item, without counting an attempt', async () => {
      const attempts: number[] = [];
      const steps = new Set<string>();
      const toy = toyRunType(8, async ({ attempt, fence }, { lane }) => {
        attempts.push(attempt);
        steps.add(`${lane} ${fence}`);
        world().clock.jump(11_000);
      });
      await toy.begin(world().platform);
      await drive(toy);
      expect(await row()).toMatchObject({ status: 'ready' });
      expect([...toy.begun].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
      expect(new Set(attempts)).toEqual(new Set([1]));
      expect(steps.size).toBe(8);
    });

    it('a lane that breaks is tried again, and no other lane takes its item (R1)', async () => {
      const broken = new Set([1, 4]);
      const toy = toyRunType(6, async (_, { position }) => {
        if (broken.delete(position)) throw new Error('broken');
      });
      await toy.begin(world().platform);
      await drive(toy);
      expect(await row()).toMatchObject({ status: 'ready', said: texts(6) });
      expect([...toy.begun].sort()).toEqual([0, 1, 1, 2, 3, 4, 4, 5]);
    });

    it('a worker that wakes after its lane was taken over cannot write its item (R3)', async () => {
      const { platform, turn, clock } = world();
      const asleep = { ...Promise.withResolvers<void>(), isOver: false };
      const goOn = Promise.withResolvers<void>();
      const wrote = Promise.withResolvers<unknown>();
      const toy = toyRunType(2, async ({ fence }, { position }) => {
        if (position === 1) return {};
        if (fence > 1) {
          goOn.resolve();
          await wrote.promise;
          return { changes: { text: 'of the other' } };
        }
        asleep.resolve();
        await goOn.promise;
        asleep.isOver = true;
        return { changes: { text: 'too late' } };
      });
      await toy.begin(platform);
      const [start, lane] = toy.jobs as [Toy['jobs'][0], Toy['jobs'][0]];
      await turn(start);
      // A worker whose heart does not beat, as if it were stopped.
      const sleep = () => new Promise<void>(() => {});
      const update: Platform['records']['update'] = (table, ...rest) => {
        const write = platform.records.unsynced.update(table, ...rest);
        if (asleep.isOver && table.name === toyItems.name) wrote.resolve(write.catch(String));
        return write;
      };
      const unsynced = { ...platform.records.unsynced, update };
      const records = { ...platform.records, unsynced };
      const sleepy = { ...platform, records, clock: { now: () => clock.now(), sleep } };
      void turn(lane, { platform: sleepy });
      await asleep.promise;
      clock.jump(31_000);
      await platform.queue.send(toyQueues.lane, JSON.stringify({ run: toyId, lane: 0 }));
      await drive(toy);
      expect(await row()).toMatchObject({ status: 'ready', said: 'of the other,item 1' });
      expect(await wrote.promise).toContain('changed');
      expect((await items()).map(({ text }) => text)).toEqual(['of the other', 'item 1']);
    });

    it('what always fails ends the run after its attempts, with a dead letter (R4)', async () => {
      const toy = toyRunType(4, async (_, { position }) => {
        if (position === 1) throw new Failure('unavailable', 'disk', 'The disk is full');
      });
      await toy.begin(world().platform);
      await drive(toy);
      expect(await row()).toMatchObject({ status: 'error', said: 'The disk is full' });
      expect(toy.begun.filter((position) => position === 1)).toHaveLength(3);
      expect(await deadLetters()).toBe(1);
      expect(toy.tidied).toContain(toyId);
    });

    it.each([1, 3])('a refusal at attempt %i ends the run, without a dead letter', async (last) => {
      const toy = toyRunType(4, async ({ attempt }) => {
        if (attempt < last) throw new Error('broken');
        throw new Failure('upstream', 'refused', 'The host says no');
      });
      await toy.begin(world().platform);
      await drive(toy);
      expect(await row()).toMatchObject({ status: 'error', said: 'The host says no' });
      expect(toy.begun.length).toBeLessThanOrEqual(last * toyLanes);
      expect(await deadLetters()).toBe(0);
    });

    it('an end from outside stops the steps at work within a second', async () => {
      const { platform, clock } = world();
      const begun = Promise.withResolvers<void>();
      let stopped = 0;
      const toy = toyRunType(9, async ({ signal }) => {
        if (toy.begun.length === toyLanes) begun.resolve();
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        stopped += 1;
        throw signal.reason;
      });
      await toy.begin(platform);
      const driven = drive(toy);
      await begun.promise;
      await platform.records.update(toyRuns, { id: toyId }, { status: 'error', said: 'aborted' });
      // On a network the row is read a little later.
      const waiting = expect.poll(() => stopped).toBe(toyLanes);
      await clock.advance(1_000);
      await waiting;
      await driven;
      expect(await row()).toMatchObject({ status: 'error', said: 'aborted' });
      expect(toy.begun).toHaveLength(toyLanes);
      expect(await deadLetters()).toBe(0);
    });

    it.each([
      ['start', 0, 'start'],
      ['lane', 0, 'lanes'],
      ['lane', 2, 'lanes'],
      ['finish', 5, 'lanes'],
    ] as const)(
      'a run whose %s message was lost with %i items done is revived (R1)',
      async (lost, done, step) => {
        const { platform, clock, turn } = world();
        const refuse = () => Promise.reject(new Error('the message is lost'));
        let begun = 0;
        const toy = toyRunType(5, async () => {
          if (lost === 'lane' && (begun += 1) > done) throw new Error('the worker is lost');
        });
        const send: Platform['queue']['send'] = (queue, ...rest) =>
          queue === toyQueues[lost] && !(lost === 'lane' && done > 0)
            ? refuse()
            : platform.queue.send(queue, ...rest);
        const release = async () => {};
        const queue = { ...platform.queue, send, release };
        await toy.begin({ ...platform, queue }).catch(() => undefined);
        // Each message is delivered once, and what fails is gone.
        for (const job of toy.jobs)
          await turn(job, { platform: { ...platform, queue }, once: true });
        const status = step === 'start' ? 'queued' : 'running';
        expect(await row()).toMatchObject({ status, step });
        expect(await reviveRuns(platform, toy.type)).toBe(0);
        begun = Number.NEGATIVE_INFINITY;
        await clock.advance(runLeaseMilliseconds + 1);
        expect(await reviveRuns(platform, toy.type)).toBe(1);
        await drive(toy);
        expect(await row()).toMatchObject({ status: 'ready', said: texts(5) });
      },
    );

    it.each([
      ['start', toyId],
      ['lane', `${toyId} lane 0`],
      ['finish', toyId],
    ] as const)(
      'a run whose %s was killed at every try is taken over at once (R1)',
      async (step, key) => {
        const { platform, clock } = world();
        const toy = toyRunType(3);
        const work = { id: `${toyQueues[step]} ${key}`, message: 'of the killed worker' };
        const limits = { seconds: 1, tries: stepAttempts, reason: 'killed' };
        for (let tries = 0; tries < stepAttempts; tries += 1) {
          expect(await claim(platform, { ...work, ...limits })).toMatchObject({
            outcome: 'claimed',
          });
          await clock.advance(1_001);
        }
        await toy.begin(platform, 1);
        await drive(toy);
        expect(await deadLetters()).toBe(1);
        expect(await row()).toMatchObject({ status: 'ready', said: texts(3) });
      },
    );

    it('a revival that broke off before its message is repeated within a minute (R1)', async () => {
      const { platform, clock } = world();
      const toy = toyRunType(2);
      const send = () => Promise.reject(new Error('the database is gone'));
      const broken = { ...platform, queue: { ...platform.queue, send } };
      await toy.begin(broken).catch(() => undefined);
      await clock.advance(runLeaseMilliseconds + 1);
      expect(await reviveRuns(broken, toy.type)).toBe(1);
      expect(await reviveRuns(platform, toy.type)).toBe(0);
      await clock.advance(30_001);
      expect(await reviveRuns(platform, toy.type)).toBe(1);
      await clock.advance(30_001);
      expect(await reviveRuns(platform, toy.type)).toBe(0);
      await drive(toy);
      expect(await row()).toMatchObject({ status: 'ready', said: texts(2) });
    });

    it('a run that does not get on is ended after three revivals', async () => {
      const { platform, clock } = world();
      const toy = toyRunType(1);
      await toy.begin(platform);
      for (let times = 0; times < 4; times += 1) {
        expect(await row()).toMatchObject({ status: 'queued', revivals: times });
        await clock.advance(runLeaseMilliseconds + 1);
        expect(await reviveRuns(platform, toy.type)).toBe(1);
      }
      expect(await row()).toMatchObject({ status: 'error', said: 'interrupted' });
      expect(await reviveRuns(platform, toy.type)).toBe(0);
    });
  });
}
