import { createHash, randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { matching } from './list-deliveries.ts';
import { logReplays } from '../own-log.ts';
import { readRow } from './read-row.ts';
import { replayRow, type ReplayNeeds } from './replay-delivery.ts';
import { deliveries, type DeliveryRow } from './tables.ts';
import { mostReplayed, type bulkBody, type bulkReplayed } from './views.ts';

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
      const found = await row();
      const delivery_id = await replayRow(needs, found, newId(requestId, found), dry_run);
      replayed.push({ delivery_id, replay_of: found.id });
    } catch (error) {
      if (!isFailure(error, 'missing') && !isFailure(error, 'conflict')) throw error;
      failed.push({ id, detail: error.message });
    }
  };
  for (const id of new Set(ids)) await attempt(id, () => readRow(needs, id, undefined));
  for (const row of filter ? await found(needs, filter) : []) {
    await attempt(row.id, async () => row);
  }
  if (replayed.length > 0) await logReplays(needs, replayed, dry_run);
  return { replayed, failed };
}

/** Oldest first, so that they happen in their order. Those that were replayed are left out, or the
 * same request would double them; dry runs too. */
async function found(
  { records }: Needs,
  { since, ...values }: NonNullable<Body['filter']>,
): Promise<DeliveryRow[]> {
  const { rows } = await records.list(deliveries, {
    ...matching(values),
    ...{ order: 'descending', limit: mostReplayed },
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
