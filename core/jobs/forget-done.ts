import type { Platform } from '#core/platform/ports/platform.ts';
import { leases } from './tables.ts';

/** A day more than SQS keeps a message: no delivery can come that this would run again. */
const days = 15;

/** Removes the records of work that was done long ago; for the sweep of a service. Repeated:
 * nothing is left to do. Gives how many it removed, 1,000 at most. */
export async function forgetDone({
  records,
  clock,
}: Pick<Platform, 'records' | 'clock'>): Promise<number> {
  const to = new Date(clock.now().getTime() - days * 86_400_000).toISOString();
  const query = { index: 'by_state', where: { state: 'done' as const }, to, limit: 1_000 };
  const { rows } = await records.list(leases, query);
  for (const { id } of rows) await records.delete(leases, { id });
  return rows.length;
}
