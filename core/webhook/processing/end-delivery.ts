import type { OpenDeliveryLog, Outcome } from '#core/logs/writing/open-delivery-log.ts';
import { isWritten } from '#core/platform/failure.ts';
import type { WebhookSummary } from '#core/platform/ports/logs.ts';
import type { DeliveryMessage } from '../deliveries/message.ts';
import { deliveries, type DeliveryRow } from '../deliveries/tables.ts';
import type { DeliveryRun, ProcessingNeeds } from './delivery-run.ts';

type Ended = Pick<DeliveryRun, 'message' | 'work'>;

/** Deliveries of other repositories may have the same id. */
const mostSummaries = 100;

/** Writes the summary, and then the row's end state: after a crash between the two,
 * endWhatWasWritten() finds the summary. */
export async function endDelivery(
  needs: Pick<ProcessingNeeds, 'records'>,
  run: Ended,
  open: OpenDeliveryLog,
  outcome: Outcome,
): Promise<void> {
  await endRow(needs, run, await open.end(outcome));
}

/** Ends the row of a delivery whose earlier run wrote its summary and died. False: none did. */
export async function endWhatWasWritten(
  needs: Pick<ProcessingNeeds, 'logs' | 'records'>,
  run: Ended,
  { started_at }: Pick<DeliveryRow, 'started_at'>,
): Promise<boolean> {
  const written = (await summariesOf(needs, run.message)).find(
    ({ timing }) => timing.started_at >= started_at,
  );
  if (written) await endRow(needs, run, written);
  return written !== undefined;
}

export async function summariesOf(
  { logs }: Pick<ProcessingNeeds, 'logs'>,
  { id, repository }: Pick<DeliveryMessage, 'id' | 'repository'>,
): Promise<WebhookSummary[]> {
  const all = await logs.summaries({ hook_id: id }, mostSummaries);
  return all.filter(({ repository_full_name }) => repository_full_name === repository);
}

async function endRow(
  { records }: Pick<ProcessingNeeds, 'records'>,
  { message, work }: Ended,
  { status: state, error, timing, pr, token_spend }: WebhookSummary,
): Promise<void> {
  const key = { repository: message.repository, id: message.id };
  const changes = {
    ...{ state, error, token_spend: token_spend ?? 0, pr_number: pr?.number ?? null },
    completed_at: timing.completed_at,
  };
  const mine = { message: work, state: 'processing' } as const;
  await isWritten(records.update(deliveries, key, changes, mine));
}
