import { createHash, randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { bodyOf } from './kept-body.ts';
import { sendDelivery } from './message.ts';
import { logReplays } from './own-log.ts';
import { matching, readRow } from './read-deliveries.ts';
import { deliveries, type DeliveryRow } from './tables.ts';
import { type bulkBody, type bulkReplayed, maxReplayed, type replayed } from './views.ts';

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
    id: newId,
    repository,
    event,
    pr_number,
    signature,
    headers,
    body,
    received_at: needs.clock.now().toISOString(),
    address: '',
    origin: 'replay',
    replay_of: row.id,
    is_dry_run,
  });
  return newId;
}

type Body = z.output<typeof bulkBody>;
type Result = z.output<typeof bulkReplayed>;
type Needs = Pick<Platform, 'records'>;

/** Replays these deliveries, or the newest that match. The same `requestId` again: each is processed
 * once. One that cannot be replayed does not hold up the others. */
export async function replayMany(
  needs: ReplayNeeds,
  { ids, filter, dry_run }: Body,
  requestId = randomUUID() as string,
): Promise<Result> {
  if ((ids === undefined) === (filter === undefined)) {
    throw new Failure('unprocessable', 'ids_or_filter', 'Give either ids or filter');
  }
  const replayed: Result['replayed'] = [];
  const failed: Result['failed'] = [];
  const attempt = async (id: string, row: () => Promise<DeliveryRow>) => {
    try {
      const delivery = await row();
      const delivery_id = await replayRow(needs, delivery, newId(requestId, delivery), dry_run);
      replayed.push({ delivery_id, replay_of: delivery.id });
    } catch (error) {
      if (!isFailure(error, 'missing') && !isFailure(error, 'conflict')) throw error;
      failed.push({ id, detail: error.message });
    }
  };
  for (const id of new Set(ids)) await attempt(id, () => readRow(needs, id, undefined));
  for (const row of filter ? await delivery(needs, filter) : []) {
    await attempt(row.id, async () => row);
  }
  if (replayed.length > 0) await logReplays(needs, replayed, dry_run);
  return { replayed, failed };
}

/** Oldest first, so that they happen in their order. Those that were replayed are left out, or the
 * same request would double them; dry runs too. */
async function delivery(
  { records }: Needs,
  { since, ...values }: NonNullable<Body['filter']>,
): Promise<DeliveryRow[]> {
  const { rows } = await records.list(deliveries, {
    ...matching(values),
    order: 'descending',
    limit: maxReplayed,
    ...(since !== undefined && { from: new Date(since).toISOString() }),
  });
  const fresh: DeliveryRow[] = [];
  for (const row of rows.toReversed()) {
    if (!row.is_dry_run && !(await isReplayed({ records }, row))) fresh.push(row);
  }
  return fresh;
}

async function isReplayed({ records }: Needs, { id }: DeliveryRow): Promise<boolean> {
  const query = { index: 'by_origin', where: { replay_of: id }, filter: { is_dry_run: false } };
  return (await records.list(deliveries, { ...query, limit: 1 })).rows.length > 0;
}

function newId(requestId: string, { repository, id }: DeliveryRow): string {
  const text = JSON.stringify([requestId, repository, id]);
  return `del_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
}
