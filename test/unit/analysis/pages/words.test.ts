import { expect, it } from 'vitest';
import { plainSummary } from '#core/analysis/pages/words.ts';

it.each([
  ['4 failure(s) analyzed (1 unique error type(s)).', '4 failures analyzed (1 unique error type).'],
  [
    '1 failure(s) analyzed (1 unique error type(s)). Additionally, 1 failed child job(s) were analyzed recursively.',
    '1 failure analyzed (1 unique error type). Additionally, 1 failed child job was analyzed recursively.',
  ],
  ['2 failed child job(s) were analyzed', '2 failed child jobs were analyzed'],
  [
    'Analyzed 1 test failures (1 unique errors). 1 analyzed successfully.',
    '1 failed test with one error.',
  ],
  [
    'Analyzed 1200 test failures (50 unique errors). 49 analyzed successfully.',
    '1,200 failed tests with 50 different errors.',
  ],
  [
    'Analyzed 2 test failures (2 unique errors). 0 analyzed successfully.',
    '2 failed tests with 2 different errors. None could be explained.',
  ],
  ['Build passed successfully.', 'Build passed successfully.'],
])('a page says %j as %j', (summary, text) => {
  expect(plainSummary(summary)).toBe(text);
});
