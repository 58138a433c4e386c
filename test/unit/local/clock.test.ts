import { expect, it } from 'vitest';
import { systemClock } from '#core/platform/adapters/local/clock.ts';

const clock = systemClock();

it('a sleep ends by itself, at its abort, or at once when the signal has aborted', async () => {
  await clock.sleep(1);
  await clock.sleep(0);
  const controller = new AbortController();
  const asleep = clock.sleep(3_600_000, controller.signal);
  controller.abort();
  await asleep;
  await expect(clock.sleep(3_600_000, controller.signal)).resolves.toBeUndefined();
});

it('a sleep of two months does not end at once, as a bare timer would', async () => {
  const controller = new AbortController();
  let over = false;
  const asleep = clock.sleep(5_184_000_000, controller.signal).then(() => (over = true));
  await clock.sleep(20);
  expect(over).toBe(false);
  controller.abort();
  await asleep;
});
