import type * as z from 'zod/mini';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { TokenUsage } from '../base/schema/views.ts';
import { aiCalls } from '../base/tables/tables.ts';
import type { usageQuery } from './queries.ts';
import { allRows } from '#core/platform/all-rows.ts';

type Call = ReturnType<typeof aiCalls.parse>;
type Totals = TokenUsage['totals'];

const groups: Record<z.output<typeof usageQuery>['group_by'], (call: Call) => string> = {
  provider: ({ ai_provider }) => ai_provider,
  model: ({ ai_model }) => ai_model,
  day: ({ called_at }) => called_at.slice(0, 10),
  job: ({ job_id }) => job_id,
};

/** What the calls of models took. Calls of deleted analyses count too. */
export async function readTokenUsage(
  { records }: Pick<Platform, 'records'>,
  { start_date, end_date, ai_provider, ai_model, group_by }: z.output<typeof usageQuery>,
): Promise<TokenUsage> {
  const totals = nothing();
  const breakdown = new Map<string, Totals>();
  const calls = allRows({ records }, aiCalls, {
    index: 'by_age',
    ...(start_date !== undefined && { from: start_date }),
    ...(end_date !== undefined && { to: `${end_date}T99` }),
    filter: {
      ...(ai_provider !== undefined && { ai_provider }),
      ...(ai_model !== undefined && { ai_model }),
    },
  });
  for await (const rows of calls) {
    for (const call of rows) {
      const name = groups[group_by](call);
      const group = breakdown.get(name) ?? nothing();
      breakdown.set(name, group);
      add(totals, call);
      add(group, call);
    }
  }
  const sorted = [...breakdown].sort(([one], [other]) => (one < other ? -1 : 1));
  return { totals, breakdown: sorted.map(([group, usage]) => ({ group, ...usage })) };
}

/** What the calls of one analysis took. */
export async function readJobUsage(
  { records }: Pick<Platform, 'records'>,
  job_id: string,
): Promise<Totals> {
  const totals = nothing();
  for await (const rows of allRows({ records }, aiCalls, { where: { job_id } })) {
    for (const call of rows) add(totals, call);
  }
  return totals;
}

function nothing(): Totals {
  return { calls: 0, input_tokens: 0, output_tokens: 0, cost_usd: 0 };
}

function add(sum: Totals, { input_tokens, output_tokens, cost_usd }: Call): void {
  sum.calls += 1;
  sum.input_tokens += input_tokens ?? 0;
  sum.output_tokens += output_tokens ?? 0;
  // Prices have at most micro-dollars; sums of fractions would show 0.30000000000000004.
  sum.cost_usd = Number((sum.cost_usd + (cost_usd ?? 0)).toFixed(6));
}
