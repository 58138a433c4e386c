import { expect, it } from 'vitest';
import { score, meaningfulWords } from '#core/analysis/issues/tracker/meaningful-words.ts';
import fc from '#test/support/property.ts';

const bug = { title: 'Total of the cart is wrong', description: 'A coupon is counted twice.' };

it.each([
  ['Total of the cart is wrong', 1],
  ['WRONG: the cart’s total!', 1],
  ['Wrong total', 0.8],
  ['The coupon is counted', 0.2],
  ['Nothing in common', 0],
  ['the of is', 0],
  ['', 0],
])('a bug is as like “%s” as %d', (summary, expected) => {
  expect(score(bug, summary)).toBe(expected);
});

it('is from 0 to 1, the same for the same texts, and 1 for the title', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.string(), (title, text, summary) => {
      const value = score({ title, description: text }, summary);
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(1);
      expect(Math.round(value * 100) / 100).toBe(value);
      expect(score({ title, description: text }, title)).toBe(
        meaningfulWords(title).length === 0 ? 0 : 1,
      );
    }),
  );
});
