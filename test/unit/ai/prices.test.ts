import { expect, it } from 'vitest';
import { costOf, priceSettings } from '#core/ai/prices.ts';

const million = { inputTokens: 1_000_000, outputTokens: 1_000_000 };

it.each([
  ['sonnet', {}, 18],
  ['claude-opus-4-1-20250805', {}, 90],
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', {}, 18],
  ['gemini-2.5-flash-lite', {}, 0.5],
  ['auto', {}, null],
  ['auto', { MODEL_PRICES: 'auto=1/2, sonnet=0.5/1' }, 3],
  ['sonnet', { MODEL_PRICES: 'auto=1/2, sonnet=0.5/1' }, 1.5],
])('a million tokens in and out of %s with %o cost %s', (model, environment, cost) => {
  expect(costOf(environment, model, million)).toBe(cost);
});

it('is not known where the tokens are not', () => {
  expect(costOf({}, 'sonnet', { ...million, outputTokens: null })).toBeNull();
});

it.each(['sonnet', 'sonnet=3', 'sonnet=-3/1', 'sonnet=a/b', '=1/2', 'a=1/2,,', 'a=1e9/1'])(
  'refuses %j as prices',
  (text) => {
    expect(() => priceSettings({ MODEL_PRICES: text })).toThrow(/MODEL_PRICES must be model=/);
  },
);
