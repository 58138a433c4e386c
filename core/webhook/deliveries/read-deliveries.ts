import * as z from 'zod/mini';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Query } from '#core/platform/ports/records.ts';
import { deliveries, type DeliveryRow } from './tables.ts';
import { deliveryLine, type deliveryList, type deliveryQuery } from './views.ts';

/** A page of the stored deliveries, newest first. */
export async function listDeliveries(
  { records }: Pick<Platform, 'records'>,
  { limit, cursor, ...filters }: z.output<typeof deliveryQuery>,
): Promise<z.output<typeof deliveryList>> {
  const page = await records.list(deliveries, {
    ...matching(filters),
    order: 'descending',
    limit,
    ...(cursor !== undefined && { cursor }),
  });
  return { deliveries: page.rows.map(lineOf), cursor: page.cursor ?? null };
}

/** The query for deliveries with these values. One that is processed again has not failed yet: a replay of
 * those that have would do it twice. */
export function matching({
  state,
  ...values
}: Partial<Record<'state' | 'event' | 'repository' | 'pr_number', unknown>>): Query<DeliveryRow> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  const filter = {
    ...(Object.fromEntries(entries) as Partial<DeliveryRow>),
    ...((state === 'failed' || state === 'partial') && { retry_at: null }),
  };
  const byTime = { index: 'by_time', where: { all: 'all' as const } };
  const byState = { index: 'by_state', where: { state: state as DeliveryRow['state'] } };
  // It has failed so far, and the time of its next try.
  const waiting = { ...byTime, contains: { columns: ['retry_at'] as const, text: 'T' } };
  const index = state === 'waiting' ? waiting : state === undefined ? byTime : byState;
  return { ...index, ...(Object.keys(filter).length > 0 && { filter }) };
}

const columns = z.omit(z.object(deliveryLine.shape), { duration_ms: true });

export function shownState({ state, retry_at }: DeliveryRow) {
  return retry_at === null ? state : 'waiting';
}

export function lineOf(row: DeliveryRow): z.output<typeof deliveryLine> {
  const { completed_at: end, started_at: start } = row;
  const duration_ms = end === null ? null : Date.parse(end) - Date.parse(start);
  return { ...columns.parse({ ...row, state: shownState(row) }), duration_ms };
}

/** The newest delivery of the id; two repositories may have one of the same id. */
export async function readRow(
  { records }: Pick<Platform, 'records'>,
  id: string,
  repository: string | undefined,
): Promise<DeliveryRow> {
  const row =
    repository === undefined
      ? (
          await records.list(deliveries, {
            index: 'by_id',
            where: { id },
            order: 'descending',
            limit: 1,
          })
        ).rows[0]
      : await records.get(deliveries, { repository, id });
  if (row) return row;
  throw new Failure('missing', 'no_delivery', `Delivery '${id}' not found`);
}
