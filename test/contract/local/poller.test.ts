import { laptop } from '#core/home/homes.ts';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { poll } from '#core/host/queues/poller.ts';
import type { QueueFunction } from '#core/jobs/job.ts';
import { localBlobs } from '#core/platform/adapters/local/blobs/blobs.ts';
import { localQueue } from '#core/platform/adapters/local/queue/queue.ts';
import { localRecords } from '#core/platform/adapters/local/records/records.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Queue } from '#core/platform/ports/queue.ts';
import { atEnd } from '#test/support/at-end.ts';
import { eachTest } from '#test/support/each-test.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { temporaryDatabase } from '#test/support/temporary-database.ts';
import { numbered, sendNumber } from '#test/contract/jobs/numbered.ts';

const world = eachTest(async () => {
  const { directory, database } = await temporaryDatabase();
  const clock = manualClock();
  const queue = localQueue({
    database,
    blobs: localBlobs({ directory: join(directory, 'blobs') }),
    clock,
    queues: [{ name: 'work', visibilitySeconds: 60, maxAttempts: 20 }],
  });
  atEnd(() => queue.close());
  const lines: string[] = [];
  const log: Platform['log'] = (_, message) => void lines.push(message);
  const records = localRecords(database, { clock });
  return {
    platform: { home: laptop, records, queue, clock, log } as Partial<Platform> as Platform,
    clock,
    lines,
  };
});

const empty = { waiting: 0, delayed: 0, inFlight: 0 };

/** The platform with parts of its queue replaced. */
function withQueue(parts: (queue: Queue) => Partial<Queue>): Platform {
  const { platform } = world();
  return { ...platform, queue: { ...platform.queue, ...parts(platform.queue) } };
}

it('works on as many messages as it may and no more, and on all of them', async () => {
  const { platform } = world();
  for (let n = 0; n < 20; n += 1) await sendNumber(platform, n);
  const open: (() => void)[] = [];
  const { handler, runs } = numbered(() => new Promise<void>((resolve) => open.push(resolve)));
  const poller = poll({ platform, queue: 'work', handler, concurrency: 3 });
  for (let n = 0; n < 20; n += 1) {
    const atWork = Math.min(20, n + 3);
    await expect.poll(() => runs.length).toBe(atWork);
    const { inFlight } = await platform.queue.depth('work');
    expect(inFlight).toBeLessThanOrEqual(3);
    open[n]?.();
  }
  await expect.poll(() => platform.queue.depth('work')).toEqual(empty);
  expect(new Set(runs.map(({ message }) => message.n)).size).toBe(20);
  await poller.stop(0);
});

it('heartbeats keep a long run’s message and lease, however long it takes', async () => {
  const { platform, clock } = world();
  const end = Promise.withResolvers<void>();
  const { handler, runs } = numbered(() => end.promise);
  await sendNumber(platform, 1);
  const poller = poll({ platform, queue: 'work', handler, concurrency: 2 });
  await expect.poll(() => runs.length).toBe(1);
  const asleep = clock.sleeping();
  for (let minutes = 0; minutes < 20; minutes += 1) {
    await clock.advance(10_000);
    // The heart has written, and sleeps again.
    await expect.poll(() => clock.sleeping()).toBe(asleep);
    expect(await platform.queue.depth('work')).toEqual({ ...empty, inFlight: 1 });
  }
  end.resolve();
  await expect.poll(() => platform.queue.depth('work')).toEqual(empty);
  expect(runs).toHaveLength(1);
  expect(runs[0]?.signal.aborted).toBe(false);
  await poller.stop(0);
});

it.each([
  ['listens to the signal', true],
  ['does not', false],
])('a stop hands back, after the grace, a run that %s', async (_, listens) => {
  const { platform, clock } = world();
  const { handler, runs } = numbered(
    ({ signal }) =>
      new Promise((_resolve, reject) => {
        if (listens) signal.addEventListener('abort', () => reject(new Error('stopped')));
      }),
    { maxAttempts: 1 },
  );
  await sendNumber(platform, 1);
  const poller = poll({ platform, queue: 'work', handler, concurrency: 1 });
  await expect.poll(() => runs.length).toBe(1);
  const stopping = poller.stop(10_000);
  await clock.advance(9_000);
  expect(await platform.queue.depth('work')).toEqual({ ...empty, inFlight: 1 });
  await clock.advance(5_000);
  await stopping;
  const again = numbered(undefined, { maxAttempts: 1 });
  const next = poll({ platform, queue: 'work', handler: again.handler, concurrency: 1 });
  await expect.poll(() => again.runs.map(({ attempt }) => attempt)).toEqual([1]);
  await expect.poll(() => platform.queue.depth('work')).toEqual(empty);
  await next.stop(0);
  expect(await platform.queue.depth('work-dead')).toEqual(empty);
});

it('a stop waits for a run that ends within the grace, and takes no more', async () => {
  const { platform } = world();
  const end = Promise.withResolvers<void>();
  const { handler, runs } = numbered(() => end.promise);
  await sendNumber(platform, 1);
  const poller = poll({ platform, queue: 'work', handler, concurrency: 1 });
  await expect.poll(() => runs.length).toBe(1);
  await sendNumber(platform, 2);
  const stopping = poller.stop(10_000);
  end.resolve();
  await stopping;
  await poller.stop(10_000);
  expect(runs).toHaveLength(1);
  expect(await platform.queue.depth('work')).toEqual({ ...empty, waiting: 1 });
});

it('a message that comes while the host stops goes back unseen', async () => {
  const waiting = Promise.withResolvers<void>();
  const platform = withQueue((queue) => ({
    receive: (name, { max, signal }) =>
      new Promise((resolve) => {
        waiting.resolve();
        signal?.addEventListener('abort', () => {
          resolve(queue.receive(name, { max, waitSeconds: 0 }));
        });
      }),
  }));
  const { handler, runs } = numbered();
  const poller = poll({ platform, queue: 'work', handler, concurrency: 1 });
  await waiting.promise;
  await sendNumber(platform, 1);
  await poller.stop(10_000);
  expect(runs).toEqual([]);
  expect(await platform.queue.depth('work')).toEqual({ ...empty, waiting: 1 });
});

it('survives an outage of the queue, and says so', async () => {
  const { clock, lines } = world();
  let outages = 3;
  const platform = withQueue((queue) => ({
    async receive(...of) {
      if (outages-- > 0) throw new Failure('unavailable', 'away', 'The queue is away');
      return queue.receive(...of);
    },
  }));
  const { handler, runs } = numbered();
  await sendNumber(platform, 1);
  const poller = poll({ platform, queue: 'work', handler, concurrency: 1 });
  await clock.advance(3_000);
  await expect.poll(() => runs.length).toBe(1);
  expect(lines).toEqual(['queue cannot be read', 'queue can be read again']);
  await poller.stop(0);
});

it('what a function reports as failed, or throws at, stays in the queue', async () => {
  const { platform, clock } = world();
  await sendNumber(platform, 1);
  const answers = [
    () => Promise.reject(new Error('out of memory')),
    (id: string) => Promise.resolve({ batchItemFailures: [{ itemIdentifier: id }] }),
    () => Promise.resolve({ batchItemFailures: [] }),
  ];
  const handler: QueueFunction = ({ Records: [record] }) => {
    const { messageId = '', attributes } = record ?? {};
    return answers[Number(attributes?.ApproximateReceiveCount) - 1]?.(messageId) as never;
  };
  const poller = poll({ platform, queue: 'work', handler, concurrency: 1 });
  for (const left of [1, 1, 0]) {
    await expect.poll(() => platform.queue.depth('work')).toEqual({ ...empty, inFlight: left });
    await clock.advance(60_000);
  }
  await poller.stop(0);
});
