// A process that works off a queue, for tests that kill or stop it.
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { eventOf } from '#core/host/queues/queue-event.ts';
import { poll } from '#core/host/queues/poller.ts';
import { job } from '#core/jobs/job.ts';
import { isFailure } from '#core/platform/failure.ts';
import { openJobHome, steps } from './job-home.ts';
import { killAt } from '#test/support/processes/kill-at.ts';

const { values } = parseArgs({
  options: {
    mode: { type: 'string', default: 'consume' },
    folder: { type: 'string', default: '' },
    /** Hours after now: leases of a killed worker have expired. */
    hours: { type: 'string', default: '0' },
    /** The durable call to die at, and whether before or after it. */
    at: { type: 'string', default: '0' },
    when: { type: 'string', default: 'before' },
    concurrency: { type: 'string', default: '1' },
  },
});

// Standard output is a pipe and is written synchronously.
const say = (text: string) => process.stdout.write(`${text}\n`);
const home = openJobHome(values.folder, Number(values.hours));
const when = values.when === 'after' ? 'after' : 'before';
const platform = killAt(home.platform, Number(values.at), when);
const { records, queue } = platform;

const work = job({
  queue: 'work',
  message: z.strictObject({ n: z.int() }),
  leaseSeconds: 1,
  maxAttempts: 100,
  async run({ message: { n }, fence, attempt }) {
    say(`run ${n} ${attempt}`);
    const id = `step ${n}`;
    await unlessThere(records.insert(steps, { id, fence, text: `made ${n}` }));
    if (values.mode === 'pause') {
      say('began');
      // The process was stopped meanwhile, its lease expired, and another worker has the work.
      await once(process.stdin, 'data');
      const change = records.update(steps, { id }, { text: 'from the grave' }, { fence });
      await change.then(
        () => say('written'),
        (error: unknown) => say(isFailure(error, 'conflict', 'changed') ? 'refused' : 'bug'),
      );
      return;
    }
    await unlessThere(records.insert(steps, { id: `effect ${n}`, fence, text: `told ${n}` }));
  },
});

const modes: Record<string, () => Promise<void>> = {
  /** Runs until the queue is empty. */
  async consume() {
    const pollers = [
      poll({
        platform,
        queue: 'work',
        handler: work.handler,
        concurrency: Number(values.concurrency),
      }),
      poll({ platform, queue: 'work-dead', handler: work.dead, concurrency: 1 }),
    ];
    while (await isBusy()) await home.platform.clock.sleep(10);
    await Promise.all(pollers.map((poller) => poller.stop(1_000)));
    await home.close();
  },

  async pause() {
    const messages = await queue.receive('work', { max: 1, waitSeconds: 0 });
    const result = await work.handler(eventOf(messages), { lantern: { platform } });
    say(`failed ${result.batchItemFailures.length}`);
    for (const message of messages) await queue.acknowledge(message);
    say('acknowledged');
    await home.close();
    process.stdin.destroy();
  },
};

await modes[values.mode]?.();

async function isBusy(): Promise<boolean> {
  const depths = await Promise.all(
    ['work', 'work-dead'].map((name) => home.platform.queue.depth(name)),
  );
  return depths.some(({ waiting, delayed, inFlight }) => waiting + delayed + inFlight > 0);
}

async function unlessThere(insert: Promise<unknown>): Promise<void> {
  await insert.catch((error: unknown) => {
    if (!isFailure(error, 'conflict', 'exists')) throw error;
  });
}
