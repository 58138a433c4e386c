import * as z from 'zod/mini';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Query } from '#core/platform/ports/records.ts';
import { deliveries, type DeliveryRow } from './tables.ts';
import { deliveryLine, type deliveryList, type deliveryQuery } from './views.ts';

type Needs = Pick<Platform, 'records'>;

/** A page of the stored deliveries, newest first. */
export async function listDeliveries(
  { records }: Needs,
  { limit, cursor, ...wanted }: z.output<typeof deliveryQuery>,
): Promise<z.output<typeof deliveryList>> {
  const page = await records.list(deliveries, {
    ...matching(wanted),
    ...{ order: 'descending', limit },
    ...(cursor !== undefined && { cursor }),
  });
  return { deliveries: page.rows.map(lineOf), cursor: page.cursor ?? null };
}

/** The query for deliveries with these values. */
export function matching({
  state,
  ...values
}: Partial<Record<'state' | 'event' | 'repository' | 'pr_number', unknown>>): Query<DeliveryRow> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const filter = Object.fromEntries(given) as Partial<DeliveryRow>;
  const index =
    state === undefined
      ? { index: 'by_time', where: { all: 'all' as const } }
      : { index: 'by_state', where: { state: state as DeliveryRow['state'] } };
  return { ...index, ...(given.length > 0 && { filter }) };
}

const columns = z.omit(z.object(deliveryLine.shape), { duration_ms: true });

export function lineOf(row: DeliveryRow): z.output<typeof deliveryLine> {
  const { completed_at: end, started_at: start } = row;
  const duration_ms = end === null ? null : Date.parse(end) - Date.parse(start);
  return { ...columns.parse(row), duration_ms };
}
