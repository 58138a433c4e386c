import type * as z from 'zod/mini';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Query } from '#core/platform/ports/records.ts';
import { deliveries, type DeliveryRow } from './tables.ts';
import type { deliveryLine, deliveryList, deliveryQuery } from './views.ts';

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

export function lineOf(row: DeliveryRow): z.output<typeof deliveryLine> {
  const { completed_at, started_at } = row;
  return {
    ...{ id: row.id, repository: row.repository, event: row.event, action: row.action },
    ...{ sender: row.sender, pr_number: row.pr_number, received_at: row.received_at },
    ...{ started_at, completed_at },
    duration_ms: completed_at === null ? null : Date.parse(completed_at) - Date.parse(started_at),
    ...{ state: row.state, error: row.error, token_spend: row.token_spend },
    ...{ signature: row.signature, address: row.address, origin: row.origin },
    ...{ replay_of: row.replay_of, is_dry_run: row.is_dry_run },
  };
}
