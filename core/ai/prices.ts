import * as z from 'zod/mini';
import type { Environment } from '#core/platform/ports/environment.ts';
import { parsed, settings } from '#core/platform/settings.ts';

/** US dollars for a million tokens. */
interface Price {
  readonly input: number;
  readonly output: number;
}

const form = 'must be model=input/output in US dollars for a million tokens, such as sonnet=3/15';

export const priceSettings = settings({
  /** US dollars for a million tokens of a model, as `model=input/output`, comma-separated; goes before
   * the list prices that Lantern knows. Used where a program reports tokens and no cost, and for
   * estimates */
  MODEL_PRICES: z._default(parsed(form, readPrices), new Map<string, Price>()),
});

/** List prices of the dearest kind of call, by words of the model's name; the first that fits counts. */
const listPrices: readonly (readonly [RegExp, Price])[] = [
  [/\bopus-4-[01]\b|\b3-opus\b/, { input: 15, output: 75 }],
  [/\bopus\b/, { input: 5, output: 25 }],
  [/\bsonnet\b/, { input: 3, output: 15 }],
  [/\bhaiku\b/, { input: 1, output: 5 }],
  [/\bgemini-2\.5-pro\b/, { input: 2.5, output: 15 }],
  [/\bgemini-2\.5-flash-lite\b/, { input: 0.1, output: 0.4 }],
  [/\bgemini-2\.5-flash\b/, { input: 0.3, output: 2.5 }],
];

interface Tokens {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

/** What so many tokens cost, without discounts for what is in the provider's cache. Null: the price
 * or the number of tokens is not known. */
export function costOf(
  environment: Environment,
  model: string,
  { inputTokens, outputTokens }: Tokens,
): number | null {
  const own = priceSettings(environment).MODEL_PRICES.get(model);
  const price = own ?? listPrices.find(([name]) => name.test(model))?.[1];
  if (!price || inputTokens === null || outputTokens === null) return null;
  return (inputTokens * price.input + outputTokens * price.output) / 1_000_000;
}

function readPrices(text: string): Map<string, Price> | undefined {
  const prices = new Map<string, Price>();
  for (const entry of text.split(',')) {
    const [, model, input, output] =
      /^([^=\s]+)=(\d{1,6}(?:\.\d{1,6})?)\/(\d{1,6}(?:\.\d{1,6})?)$/.exec(entry.trim()) ?? [];
    if (model === undefined) return undefined;
    prices.set(model, { input: Number(input), output: Number(output) });
  }
  return prices;
}
