import { join } from 'node:path';
import { expect, it } from 'vitest';
import { localBlobs } from '#core/platform/adapters/local/blobs/blobs.ts';
import { localQueue } from '#core/platform/adapters/local/queue/queue.ts';
import { eachTest } from '#test/support/each-test.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { runChild } from '#test/support/processes/run-child.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { temporaryDatabase } from '#test/support/temporary-database.ts';
import { receiveOne } from '#test/contract/queue/receive.ts';

const second = 1000;
const hour = 3600 * second;

const world = eachTest(async () => {
  const { directory: folder, database } = await temporaryDatabase();
  const clock = manualClock();
  const blobs = localBlobs({ directory: join(folder, 'blobs') });
  const queues = [{ name: 'work', visibilitySeconds: 30, maxAttempts: 2 }];
  const start = () => localQueue({ database, blobs, clock, queues });
  return { folder, database, blobs, clock, queues, start, queue: start() };
});

const now = { max: 10, waitSeconds: 0 };

it('the clock is set back an hour: delayed and held messages come in their time (R7)', async () => {
  const { queue, clock } = world();
  await queue.send('work', 'held');
  await receiveOne(queue, 'work');
  await queue.send('work', 'delayed', { delaySeconds: 60 });
  clock.jump(-hour);
  expect(await queue.receive('work', now)).toEqual([]);
  await clock.advance(30 * second);
  expect(await receiveOne(queue, 'work')).toMatchObject({ body: 'held', attempts: 2 });
  await clock.advance(30 * second);
  expect(await receiveOne(queue, 'work')).toMatchObject({ body: 'delayed', attempts: 1 });
});

it('the clock is set back while the program is down (R7)', async () => {
  const { queue, clock, start } = world();
  await queue.send('work', 'a', { delaySeconds: 60 });
  await queue.close();
  clock.jump(-hour);
  const restarted = start();
  expect(await restarted.receive('work', now)).toEqual([]);
  await clock.advance(60 * second);
  expect(await receiveOne(restarted, 'work')).toMatchObject({ body: 'a' });
});

it('the clock is set back during a wait: it ends when it was to end (R7)', async () => {
  const { queue, clock } = world();
  const waiting = queue.receive('work', { max: 1, waitSeconds: 20 });
  await clock.advance(second);
  clock.jump(-hour);
  await clock.advance(19 * second);
  expect(await waiting).toEqual([]);
});

it('the clock is set forward: messages come early, none is lost (R7)', async () => {
  const { queue, clock } = world();
  await queue.send('work', 'a', { delaySeconds: 900 });
  clock.jump(hour);
  expect(await receiveOne(queue, 'work')).toMatchObject({ body: 'a', attempts: 1 });
});

it('the clock was ahead while another process sent: the delay is as long as it was meant (R7)', async () => {
  const { queue, clock, start } = world();
  expect(await queue.receive('work', now)).toEqual([]);
  clock.jump(hour);
  await start().send('work', 'a', { delaySeconds: 10 });
  clock.jump(-hour);
  const waiting = queue.receive('work', { max: 1, waitSeconds: 20 });
  // It sleeps until the end of the poll, and until the message is due.
  await expect.poll(() => clock.sleeping()).toBe(2);
  await clock.advance(10 * second);
  expect(await waiting).toMatchObject([{ body: 'a', attempts: 1 }]);
});

it('messages in flight come back to the next process when their time is over (R1)', async () => {
  const { queue, clock, start } = world();
  await queue.send('work', 'a');
  const first = await receiveOne(queue, 'work');
  await queue.close();
  const restarted = start();
  expect(await restarted.receive('work', now)).toEqual([]);
  await clock.advance(30 * second);
  const again = await receiveOne(restarted, 'work');
  expect(again).toMatchObject({ id: first.id, attempts: 2 });
  await restarted.acknowledge(first);
  expect(await restarted.extend(again, 30)).toBe(true);
});

it('close ends the waits with nothing, and refuses what comes after', async () => {
  const { queue, clock } = world();
  const waiting = queue.receive('work', { max: 1, waitSeconds: 20 });
  await queue.close();
  expect(await waiting).toEqual([]);
  expect(clock.sleeping()).toBe(0);
  await expectFailure(queue.send('work', 'a'), 'unavailable', 'closed');
  await expectFailure(queue.receive('work', now), 'unavailable', 'closed');
});

it('a message of another process ends a wait', async () => {
  const { folder, database, blobs, queues } = world();
  // The clock does not move, so only the message can end the wait; an hour ahead, it is due.
  const clock = manualClock(new Date(Date.now() + hour));
  const queue = localQueue({ database, blobs, clock, queues });
  const waiting = queue.receive('work', { max: 1, waitSeconds: 20 });
  await runChild('processes/store-child.ts', ['send-one', folder]);
  expect(await waiting).toMatchObject([{ body: 'from another process' }]);
  await queue.close();
});
