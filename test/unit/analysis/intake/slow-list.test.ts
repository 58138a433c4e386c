import { describe, expect, it } from 'vitest';
import { junitReader } from '#core/analysis/intake/junit/read-junit.ts';

function slowest(cases: string) {
  const reader = junitReader();
  reader.write(`<testsuite name="s">${cases}</testsuite>`);
  return reader.end().slowest;
}
const took = (name: string, time: string | number, inner = '') =>
  `<testcase name="${name}" time="${time}">${inner}</testcase>`;

describe('the slowest tests of a report', () => {
  it('are those that passed and failed, by their longest run', () => {
    const cases = [
      took('quick', 0.5),
      took('twice', 2),
      took('red', 9, '<failure message="x"/>'),
      took('twice', 4),
      took('twice', 3),
      took('thousand', '1,200.5'),
      ...['-4', 'NaN', '', '1e999'].map((time, at) => took(`bad ${at}`, time)),
    ];
    expect(slowest(cases.join(''))).toEqual([
      { test_name: 'thousand', seconds: 1200.5 },
      { test_name: 'red', seconds: 9 },
      { test_name: 'twice', seconds: 4 },
      { test_name: 'quick', seconds: 0.5 },
    ]);
  });

  it('are at most 20, whatever their order', () => {
    const cases = Array.from({ length: 300 }, (_, at) => took(`t${at}`, ((at * 97) % 300) + 1));
    const seconds = slowest(cases.join('')).map((test) => test.seconds);
    expect(seconds).toEqual(Array.from({ length: 20 }, (_, at) => 300 - at));
  });
});
