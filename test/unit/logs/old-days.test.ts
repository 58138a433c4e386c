import { expect, it } from 'vitest';
import { oldDays } from '#core/platform/adapters/rules/logs/old-days.ts';

it.each([
  [{ days: 2, bytes: 99 }, ['26']],
  [{ days: 9, bytes: 3 }, ['26', '27']],
  [{ days: 9, bytes: 0 }, ['26', '27', '28']],
])('removes whole days beyond %j, and never the current one', (limits, expected) => {
  const days = ['02-27', '02-26', '03-01', '02-27', '02-28'];
  const parts = days.map((day) => ({ day: `2026-${day}`, bytes: 1 }));
  const old = oldDays(parts, limits, new Date('2026-03-01T12:00:00Z'));
  expect([...old].sort()).toEqual(expected.map((day) => `2026-02-${day}`));
});
