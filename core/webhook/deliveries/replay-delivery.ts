import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { bodyOf } from './kept-body.ts';
import { logReplays } from '../own-log.ts';
import { readRow } from './read-row.ts';
import { sendDelivery } from './send-delivery.ts';
import type { DeliveryRow } from './tables.ts';
import type { replayed } from './views.ts';

export type ReplayNeeds = Pick<
  Platform,
  'blobs' | 'clock' | 'environment' | 'home' | 'log' | 'logs' | 'queue' | 'records'
>;

interface Replay {
  readonly repository: string | undefined;
  readonly isDryRun: boolean;
}

/** Sends a stored delivery again, under a new id. A dry run changes nothing on the code host. */
export async function replayDelivery(
  needs: ReplayNeeds,
  id: string,
  { repository, isDryRun }: Replay,
): Promise<z.output<typeof replayed>> {
  const row = await readRow(needs, id, repository);
  const delivery_id = await replayRow(needs, row, `del_${randomUUID()}`, isDryRun);
  await logReplays(needs, [{ delivery_id, replay_of: row.id }], isDryRun);
  return { delivery_id, replay_of: row.id, is_dry_run: isDryRun };
}

/** Repeated with the same new id: processed once. */
export async function replayRow(
  needs: Pick<Platform, 'blobs' | 'clock' | 'queue'>,
  row: DeliveryRow,
  newId: string,
  is_dry_run: boolean,
): Promise<string> {
  if (row.state === 'processing') {
    const message = `Delivery '${row.id}' is still being processed. Replay it when it has ended.`;
    throw new Failure('conflict', 'still_processing', message);
  }
  const body = await bodyOf(needs, row);
  if (body === null) {
    const message = `The body of delivery '${row.id}' is not kept`;
    throw new Failure('conflict', 'no_body', message);
  }
  const { repository, event, pr_number, signature, headers } = row;
  await sendDelivery(needs, {
    ...{ id: newId, repository, event, pr_number, signature, headers, body },
    received_at: needs.clock.now().toISOString(),
    ...{ address: '', origin: 'replay', replay_of: row.id, is_dry_run },
  });
  return newId;
}
