import type { AiAnswer } from '#core/platform/ports/programs/ai.ts';
import type { Generation } from '../../tables.ts';

/** What the model took; null: not known. */
export type Usage = Pick<Generation, 'input_tokens' | 'output_tokens' | 'cost_usd'>;

export function usageOf({ inputTokens, outputTokens, costUsd }: AiAnswer): Usage {
  return { input_tokens: inputTokens, output_tokens: outputTokens, cost_usd: costUsd };
}

/** The usage of all together. */
export function sumUsage(first: Usage, others: readonly Usage[]): Usage {
  const sum = (key: keyof Usage) =>
    others.reduce((total, each) => plus(total, each[key]), first[key]);
  const [input_tokens, output_tokens, cost_usd] = [
    sum('input_tokens'),
    sum('output_tokens'),
    sum('cost_usd'),
  ];
  return { input_tokens, output_tokens, cost_usd };
}

function plus(a: number | null, b: number | null): number | null {
  return a === null ? b : a + (b ?? 0);
}
