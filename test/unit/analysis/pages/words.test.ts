import { expect, it } from 'vitest';
import { plainSummary } from '#core/analysis/pages/words.ts';

it.each([
  ['4 failure(s) analyzed (1 unique error type(s)).', '4 failures analyzed (1 unique error type).'],
  [
    '1 failure(s) analyzed (1 unique error type(s)). Additionally, 1 failed child job(s) were analyzed recursively.',
    '1 failure analyzed (1 unique error type). Additionally, 1 failed child job was analyzed recursively.',
  ],
  ['2 failed child job(s) were analyzed', '2 failed child jobs were analyzed'],
  ['Build passed successfully.', 'Build passed successfully.'],
])('a page says %j as %j', (summary, text) => {
  expect(plainSummary(summary)).toBe(text);
});
