import { isFailure } from '#core/platform/failure.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { expiryOf, keepBody } from '../deliveries/kept-body.ts';
import { deliveries, type DeliveryRow } from '../deliveries/tables.ts';
import type { DeliveryFacts } from '../deliveries/facts.ts';
import type { DeliveryRun, ProcessingNeeds } from './delivery-run.ts';
import { endWhatWasWritten } from './end-delivery.ts';

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
  for (;;) {
    const row = await records.get(deliveries, key);
    if (row && !isToProcess(row, run)) return undefined;
    if (row?.state === 'processing') {
      return (await endWhatWasWritten(needs, run, row)) ? undefined : { isRepeated: true };
    }
    try {
      if (!row) {
        await records.insert(deliveries, await newRow(needs, run, facts));
        return { isRepeated: false };
      }
      const started_at = clock.now().toISOString();
      const again = { state: 'processing', message: work, started_at, error: null } as const;
      const changes = { ...again, completed_at: null };
      await records.update(deliveries, key, changes, { version: row.version });
      return { isRepeated: true };
    } catch (failure) {
      // Another message of the same id was faster: look again.
      if (isFailure(failure, 'conflict') || isFailure(failure, 'missing')) continue;
      throw failure;
    }
  }
}

function isToProcess(
  { state, message }: Stored<DeliveryRow>,
  { work, attempt }: Pick<DeliveryRun, 'work' | 'attempt'>,
): boolean {
  if (state === 'processing') return message === work;
  if (state === 'success') return false;
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
    message: work,
    expires_at: expiryOf(needs),
  };
}
