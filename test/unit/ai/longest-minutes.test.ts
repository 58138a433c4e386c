import { expect, it } from 'vitest';
import { longestMinutes } from '#core/ai/call-milliseconds.ts';

it.each([
  ['local', {}, 35_000],
  ['aws', {}, 14],
  ['aws', { LANTERN_WORKER: 'function' }, 14],
  ['aws', { LANTERN_WORKER: 'task' }, 35_000],
] as const)('on %s with %j a model may take %d minutes', (home, environment, minutes) => {
  expect(longestMinutes({ home, environment })).toBe(minutes);
});
