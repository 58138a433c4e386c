import { expect, it } from 'vitest';
import { backoff } from '#core/jobs/backoff.ts';

it.each([
  // attempts, with the least and the greatest luck
  [1, 1, 2],
  [2, 2, 4],
  [3, 4, 8],
  [5, 16, 32],
  [9, 256, 512],
  [10, 450, 900],
  [1_000, 450, 900],
  [0, 1, 2],
])('after %i tries it waits %i to %i seconds', (attempts, least, most) => {
  expect([backoff(attempts, 0), backoff(attempts, 1)]).toEqual([least, most]);
  const waits = Array.from({ length: 50 }, (_, at) => backoff(attempts, at / 50));
  expect(waits.filter((wait) => wait < least || wait > most || !Number.isInteger(wait))).toEqual(
    [],
  );
});
