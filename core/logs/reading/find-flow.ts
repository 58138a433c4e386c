import type { WebhookSummary } from '../../platform/ports/logs.ts';
import type { Platform } from '../../platform/ports/platform.ts';
import { flowOfEntries } from './flow-of-entries.ts';
import { flowOfSummary } from './flow-of-summary.ts';
import type { Flow } from './flow.ts';

type Needs = Pick<Platform, 'logs' | 'clock'>;

/** More entries than a delivery writes. */
const mostEntries = 10_000;

/** The steps of a delivery: from its summary, or else from its entries, while it is running and in
 * text logs of older servers. Undefined: there is no entry. */
export async function findFlow(needs: Needs, hookId: string): Promise<Flow | undefined> {
  const { logs, clock } = needs;
  const [summary] = await logs.summaries({ hook_id: hookId }, 1);
  if (summary && !(await isRunningAgain(needs, summary))) return flowOfSummary(summary);
  const start = summary?.timing.completed_at;
  const query = { where: { hook_id: hookId }, ...(start !== undefined && { start }) };
  const { entries } = await logs.search(query, { limit: mostEntries, order: 'oldest' });
  const own = entries.filter(({ timestamp }) => start === undefined || timestamp > start);
  return own.length === 0 ? undefined : flowOfEntries(hookId, own, clock.now());
}

/** A failed delivery that was sent again has steps after its summary. */
async function isRunningAgain({ logs }: Needs, summary: WebhookSummary): Promise<boolean> {
  const { completed_at: start } = summary.timing;
  const where = { hook_id: summary.hook_id, level: 'STEP' };
  const { entries } = await logs.search({ where, start }, { limit: 1 });
  return entries.some(({ timestamp }) => timestamp > start);
}
