import * as z from 'zod/mini';
import { Failure } from '#core/platform/failure.ts';
import type { AgentBudget, AgentModel, AgentUsage } from '#core/platform/ports/programs/agents.ts';

/** What a session may use in all its turns. */
export const budget = z.object({
  /** US dollars. */
  max_cost: z.optional(
    z.number('must be a number').check(z.positive('must be more than 0'), z.maximum(1_000_000)),
  ),
  /** Input, output, and what is read from and written to a cache. */
  max_tokens: z.optional(z.int('must be a whole number').check(z.positive('must be more than 0'))),
});
type Budget = z.output<typeof budget>;

export const amounts = {
  input_tokens: z.number(),
  output_tokens: z.number(),
  cache_read_tokens: z.number(),
  cache_write_tokens: z.number(),
  cost_usd: z.number(),
};

export const nothing: AgentUsage = {
  input_tokens: 0,
  output_tokens: 0,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  cost_usd: 0,
};

export function sumOf(usages: readonly AgentUsage[]): AgentUsage {
  const sum = (value: (usage: AgentUsage) => number) =>
    usages.reduce((total, usage) => total + value(usage), 0);
  return {
    input_tokens: sum((usage) => usage.input_tokens),
    output_tokens: sum((usage) => usage.output_tokens),
    cache_read_tokens: sum((usage) => usage.cache_read_tokens),
    cache_write_tokens: sum((usage) => usage.cache_write_tokens),
    cost_usd: sum((usage) => usage.cost_usd),
  };
}

export function tokensOf(usage: AgentUsage): number {
  const { input_tokens, output_tokens, cache_read_tokens, cache_write_tokens } = usage;
  return input_tokens + output_tokens + cache_read_tokens + cache_write_tokens;
}

/** A budget that could not be kept is refused. */
export function assertMeasurable({ max_cost, max_tokens }: Budget, model: AgentModel): void {
  if (max_cost === undefined && max_tokens === undefined) return;
  if (model.isProgram) {
    throw invalid(
      `${max_cost === undefined ? 'max_tokens' : 'max_cost'}: the provider '${model.provider}' is a program that reports no usage; use another provider`,
    );
  }
  if (max_cost !== undefined && !model.hasPrice) {
    throw invalid(`max_cost: the price of model '${model.id}' is not known; use max_tokens`);
  }
}

/** What is left for the next turn. Failure('forbidden'): nothing. */
export function remainingOf(
  id: string,
  { max_cost, max_tokens }: Budget,
  spent: AgentUsage,
): AgentBudget {
  const cost_usd = max_cost === undefined ? undefined : max_cost - spent.cost_usd;
  const tokens = max_tokens === undefined ? undefined : max_tokens - tokensOf(spent);
  if (cost_usd !== undefined && cost_usd <= 0) throw over(id, `${max_cost} US dollars (max_cost)`);
  if (tokens !== undefined && tokens <= 0) throw over(id, `${max_tokens} tokens (max_tokens)`);
  return { cost_usd, tokens };
}

function over(id: string, amount: string): Failure {
  const message = `The budget of session ${id}, ${amount}, is used up: create a new session`;
  return new Failure('forbidden', 'over_budget', message);
}

function invalid(message: string): Failure {
  return new Failure('invalid', 'invalid_session', message);
}
