import { expect, it } from 'vitest';
import { queueWaiters } from '#core/platform/adapters/local/queue/waiters.ts';

const never = () => new AbortController().signal;

/** Whether the promise is settled once everything that is ready has run. */
async function ended(promise: Promise<void>): Promise<boolean> {
  let over = false;
  void promise.then(() => (over = true));
  await new Promise((resolve) => setImmediate(resolve));
  return over;
}

it('a wake between the look and the wait is not missed', async () => {
  const waiters = queueWaiters();
  const seen = waiters.seen('work');
  waiters.wake('work');
  expect(await ended(waiters.wait('work', seen, never()))).toBe(true);
  expect(await ended(waiters.wait('work', waiters.seen('work'), never()))).toBe(false);
});

it('a wake ends all waits of its queue and no other', async () => {
  const waiters = queueWaiters();
  const [first, second, other] = ['work', 'work', 'calm'].map((queue) =>
    waiters.wait(queue, waiters.seen(queue), never()),
  );
  waiters.wake('work');
  await Promise.all([first, second]);
  expect(await ended(other ?? Promise.resolve())).toBe(false);
});

it('an abort ends the wait, before and after it began', async () => {
  const waiters = queueWaiters();
  const controller = new AbortController();
  const wait = () => waiters.wait('work', waiters.seen('work'), controller.signal);
  const begun = wait();
  controller.abort();
  expect(await Promise.all([begun, wait()])).toEqual([undefined, undefined]);
});
