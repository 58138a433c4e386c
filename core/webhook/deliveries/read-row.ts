import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { deliveries, type DeliveryRow } from './tables.ts';

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
