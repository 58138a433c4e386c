import { isWritten } from '#core/platform/failure.ts';
import type { OpenDeliveryLog, Outcome } from '#core/logs/writing/open-delivery-log.ts';
import type { WebhookSummary } from '#core/platform/ports/logs.ts';
import { deliveries } from '../deliveries/tables.ts';
import type { DeliveryRun, ProcessingNeeds } from './delivery-run.ts';

/** Writes the summary, and then the row's end state: a crash between the two has the delivery
 * processed again, while a row without summary would never get one. */
export async function endDelivery(
  { records }: Pick<ProcessingNeeds, 'records'>,
  { message, work }: Pick<DeliveryRun, 'message' | 'work'>,
  open: OpenDeliveryLog,
  outcome: Outcome,
): Promise<WebhookSummary> {
  const summary = await open.end(outcome);
  const { status: state, error, timing, pr } = summary;
  const key = { repository: message.repository, id: message.id };
  const changes = {
    ...{ state, error, token_spend: outcome.tokenSpend, pr_number: pr?.number ?? null },
    completed_at: timing.completed_at,
  };
  const mine = { message: work, state: 'processing' } as const;
  await isWritten(records.update(deliveries, key, changes, mine));
  return summary;
}
