import { expect, it } from 'vitest';
import { timeText } from '#core/logs/text/time-text.ts';
import { visibleText } from '#core/logs/text/visible-text.ts';

it.each([
  ['colours of a terminal', '\u001b[1;31mred\u001b[0m', 'red'],
  ['a cursor sequence', 'a\u001b[2Kb\u001bMc', 'abc'],
  ['an unfinished sequence', 'a\u001b[', 'a\u241b['],
  ['control characters', 'a\u0000b\u0007c\u007f', 'a\u2400b\u2407c\u2421'],
  ['lines and tabs', 'a\tb\r\nc\nd', 'a\tb\nc\nd'],
  ['a line that overwrites another', 'safe\revil', 'safe\u240devil'],
  ['direction marks', '\u202eabc\u2066', '⟦U+202E⟧abc⟦U+2066⟧'],
  ['half a surrogate pair', 'a\ud800', 'a\ufffd'],
])('a log shows %s so that people see what it says (S8)', (_, text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

it.each([
  ['UTC', '2026-07-01T10:00:00.123Z', '2026-07-01 10:00:00.123'],
  ['UTC', 'no time', 'no time'],
  ['Europe/Berlin', '2026-07-01T22:30:00.123Z', '2026-07-02 00:30:00.123'],
  ['Europe/Berlin', 'no time', 'no time'],
])('times are shown in the time zone of the server, %s', (zone, time, shown) => {
  expect(timeText(zone)(time)).toBe(shown);
});
