import type { OpenDeliveryLog, Outcome } from '#core/logs/writing/open-delivery-log.ts';
import { isWritten, untilWritten } from '#core/platform/failure.ts';
import type { WebhookSummary } from '#core/platform/ports/logs.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import type { DeliveryFacts } from '../deliveries/facts.ts';
import { expiryOf, keepBody } from '../deliveries/kept-body.ts';
import type { DeliveryMessage } from '../deliveries/message.ts';
import { deliveries, type DeliveryRow } from '../deliveries/tables.ts';
import type { DeliveryRun, ProcessingNeeds } from './delivery-log-of.ts';

type Needs = Pick<ProcessingNeeds, 'blobs' | 'clock' | 'environment' | 'logs' | 'records'>;

export interface ClaimedDelivery {
  /** An earlier run may have had effects. */
  readonly isRepeated: boolean;
}

/**
 * Makes this message the one that the delivery is processed from. Undefined: it needs no processing,
 * because it succeeded before, another message of the same id is being processed, or its earlier run
 * wrote the summary. One that failed, wholly or partly, is processed again.
 */
export async function claimDelivery(
  needs: Needs,
  run: Pick<DeliveryRun, 'message' | 'work' | 'attempt'>,
  facts: DeliveryFacts,
): Promise<ClaimedDelivery | undefined> {
  const { records, clock } = needs;
  const { message, work } = run;
  const key = { repository: message.repository, id: message.id };
  return untilWritten(async () => {
    const row = await records.get(deliveries, key);
    if (row && !isToProcess(row, run)) return undefined;
    if (row?.state === 'processing') {
      return (await endWhatWasWritten(needs, run, row)) ? undefined : { isRepeated: true };
    }
    if (!row) {
      await records.insert(deliveries, await newRow(needs, run, facts));
      return { isRepeated: false };
    }
    const started_at = clock.now().toISOString();
    const again = { state: 'processing', message: work, started_at, error: null } as const;
    const changes = { ...again, completed_at: null, retry_at: null };
    await records.update(deliveries, key, changes, { version: row.version });
    return { isRepeated: true };
  });
}

function isToProcess(
  { state, message, retry_at }: Stored<DeliveryRow>,
  { work, attempt }: Pick<DeliveryRun, 'work' | 'attempt'>,
): boolean {
  if (state === 'processing') return message === work;
  if (state === 'success') return false;
  if (retry_at !== null) return true;
  // A second run after the end of the first: its worker died before it could acknowledge.
  return message !== work || attempt === 1;
}

async function newRow(
  needs: Needs,
  { message, work }: Pick<DeliveryRun, 'message' | 'work'>,
  { action, sender }: DeliveryFacts,
): Promise<Partial<DeliveryRow>> {
  const { body, repository_name: _name, ...same } = message;
  return {
    ...same,
    ...(await keepBody(needs, body)),
    action: action ?? null,
    sender: sender ?? null,
    started_at: needs.clock.now().toISOString(),
    completed_at: null,
    state: 'processing',
    error: null,
    retry_at: null,
    message: work,
    expires_at: expiryOf(needs),
  };
}

type Ended = Pick<DeliveryRun, 'message' | 'work'>;

/** Deliveries of other repositories may have the same id. */
const maxSummaries = 100;

/** Writes the summary, and then the row's end state: after a crash between the two,
 * endWhatWasWritten() finds the summary. */
export async function endDelivery(
  needs: Pick<ProcessingNeeds, 'records'>,
  run: Ended,
  open: OpenDeliveryLog,
  outcome: Outcome,
  retryAt: string | null = null,
): Promise<void> {
  await endRow(needs, run, await open.end(outcome), retryAt);
}

/** Ends the row of a delivery whose earlier run wrote its summary and died. False: none did. */
export async function endWhatWasWritten(
  needs: Pick<ProcessingNeeds, 'logs' | 'records'>,
  run: Ended,
  { started_at }: Pick<DeliveryRow, 'started_at'>,
): Promise<boolean> {
  const summary = (await summariesOf(needs, run.message)).find(
    ({ timing }) => timing.started_at >= started_at,
  );
  if (summary) await endRow(needs, run, summary);
  return summary !== undefined;
}

export async function summariesOf(
  { logs }: Pick<ProcessingNeeds, 'logs'>,
  { id, repository }: Pick<DeliveryMessage, 'id' | 'repository'>,
): Promise<WebhookSummary[]> {
  const all = await logs.summaries({ hook_id: id }, maxSummaries);
  return all.filter(({ repository_full_name }) => repository_full_name === repository);
}

async function endRow(
  { records }: Pick<ProcessingNeeds, 'records'>,
  { message, work }: Ended,
  { status: state, error, timing, pr, token_spend }: WebhookSummary,
  retry_at: string | null = null,
): Promise<void> {
  const key = { repository: message.repository, id: message.id };
  const changes = {
    state,
    error,
    retry_at,
    token_spend: token_spend ?? 0,
    pr_number: pr?.number ?? null,
    completed_at: timing.completed_at,
  };
  const mine = { message: work, state: 'processing' } as const;
  await isWritten(records.update(deliveries, key, changes, mine));
}
