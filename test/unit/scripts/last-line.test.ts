import { expect, it } from 'vitest';
import { lastLine } from '../../../scripts/program/last-line.ts';

const counts = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 0, numFailedTestSuites: 0 };

it.each([
  ['all pass', 0, counts, '3 passed, 0 failed'],
  ['some are skipped', 0, { ...counts, numPendingTests: 2 }, '3 passed, 0 failed, 2 skipped'],
  [
    'a test fails',
    1,
    { ...counts, numFailedTests: 2, numFailedTestSuites: 1 },
    '3 passed, 2 failed',
  ],
  [
    'a file fails before its first test',
    1,
    { ...counts, numFailedTestSuites: 1 },
    '3 passed, 1 failed',
  ],
  ['an error comes between tests', 1, counts, '3 passed, 1 failed'],
  ['there is no report', 1, undefined, '0 passed, 1 failed'],
])('the last line when %s', (_, code, report, line) => {
  expect(lastLine(code, report)).toBe(line);
});
