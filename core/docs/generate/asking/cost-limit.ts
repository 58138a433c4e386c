import { offline } from '#core/ai/provider-ids.ts';
import { providerTitle } from '#core/ai/providers.ts';
import { allRows } from '#core/platform/all-rows.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { dollars } from '#core/text/dollars.ts';
import { type Generation, generationPages, type GenerationPage } from '../../tables.ts';

type Limited = Pick<Generation, 'max_cost' | 'ai_provider' | 'ai_model'>;
type Paid = Pick<GenerationPage, 'cost_usd' | 'reused' | 'error'>;

/** Before a page is asked for: throws once the limit is reached. Pages that other lanes are asking for
 * at this moment are not counted yet. */
export async function assertBelowLimit(
  needs: Pick<Platform, 'records'>,
  generation: Generation,
): Promise<void> {
  const { id, max_cost, plan_usage } = generation;
  if (!isLimited(generation)) return;
  const pages: Paid[] = [];
  const query = { index: 'by_state', where: { generation: id, state: 'done' as const } };
  for await (const rows of allRows(needs, generationPages, query, paidColumns)) pages.push(...rows);
  const plan = plan_usage?.cost_usd ?? 0;
  const answers = pages.filter(({ reused, error }) => !reused && error === null);
  const costs = answers.map(({ cost_usd }) => assertKnown(generation, cost_usd));
  // A model that fails does not say what that cost: it counts like the dearest answer.
  const failed = pages.filter(({ error }) => error !== null && !error.startsWith(notWritten));
  const dearest = Math.max(plan, ...costs);
  const spent = costs.reduce((sum, cost) => sum + cost, plan + failed.length * dearest);
  if (spent < (max_cost ?? 0)) return;
  const message = `${notWritten}: the cost limit of ${dollars(max_cost ?? 0)} is reached`;
  throw new Failure('upstream', 'cost_limit', message);
}

const notWritten = 'Not written';
const paidColumns = ['cost_usd', 'reused', 'error'] as const;

/** The cost of an answer, without which a limit cannot be kept. */
export function assertKnown(generation: Limited, cost: number | null): number {
  if (cost !== null || !isLimited(generation)) return cost ?? 0;
  const { ai_provider, ai_model, max_cost } = generation;
  const name = `${providerTitle(ai_provider)} (${ai_model})`;
  const message = `${notWritten}: what ${name} costs is not known, so the limit of ${dollars(max_cost ?? 0)} cannot be kept. Add its price to MODEL_PRICES, or remove the limit`;
  throw new Failure('upstream', 'cost_unknown', message);
}

/** A site of which the limit has left nothing does not replace an earlier one. */
export function assertSomePage(generation: Limited, pages: readonly Paid[]): void {
  const [first] = pages;
  if (!isLimited(generation) || !first || pages.some(({ error }) => error === null)) return;
  throw new Failure('upstream', 'cost_limit', first.error ?? '');
}

function isLimited({ max_cost, ai_provider }: Limited): boolean {
  return max_cost !== null && ai_provider !== offline;
}
