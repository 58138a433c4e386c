import { expect, it } from 'vitest';
import { timeText } from '#core/logs/text/time-text.ts';
import { timeOf } from '#core/logs/reading/query-of.ts';
import { zonedTime } from '#core/logs/text/zoned-time.ts';

it.each([
  ['2026-03-01T09:30', 'Europe/Berlin', '2026-03-01T09:30+01:00'],
  ['2026-07-01 09:30', 'Europe/Berlin', '2026-07-01T09:30+02:00'],
  ['2026-07-01', 'America/New_York', '2026-07-01T00:00-04:00'],
  ['2026-03-01T09:30:15.25', 'Asia/Kolkata', '2026-03-01T09:30:15.250+05:30'],
  // The clocks were changed at 1:00 UTC: before and after it.
  ['2026-03-29T01:30', 'Europe/Berlin', '2026-03-29T01:30+01:00'],
  ['2026-03-29T03:30', 'Europe/Berlin', '2026-03-29T03:30+02:00'],
  ['2026-03-01T09:30', 'UTC', '2026-03-01T09:30'],
  ['2026-03-01T09:30Z', 'Europe/Berlin', '2026-03-01T09:30Z'],
  ['2026-03-01T09:30-05:00', 'Europe/Berlin', '2026-03-01T09:30-05:00'],
  ['2026-03-01T09:30 0500', 'Europe/Berlin', '2026-03-01T09:30 0500'],
  ['soon', 'Europe/Berlin', 'soon'],
  ['', 'Europe/Berlin', ''],
])('%j in %s is %j', (text, zone, typed) => {
  expect(zonedTime(text, zone)).toBe(typed);
});

it('is shown as it was typed', () => {
  for (const zone of ['Europe/Berlin', 'Pacific/Apia', 'America/St_Johns']) {
    const time = timeOf(zonedTime('2026-05-06T07:08', zone)) ?? '';
    expect(timeText(zone)(time)).toBe('2026-05-06 07:08:00.000');
  }
});
