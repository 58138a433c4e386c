import { isFailure } from '../../platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Query, Table } from '#core/platform/ports/records.ts';
import { readJob } from '../results/read-job.ts';
import { jobs } from '../tables.ts';
import { comments, reviews } from './discussion-tables.ts';

/** Counts a job's comments and reviews in its row, for the dashboard. Repeated, and among other
 * writers: the numbers are those of the stored rows. */
export async function recount(
  { records }: Pick<Platform, 'records'>,
  job_id: string,
): Promise<void> {
  for (;;) {
    // Read before counting: the row changes with each recount, and an outdated one is not written.
    const { version, comment_count, reviewed_count } = await readJob({ records }, job_id);
    const [comment_total, reviewed_total] = await Promise.all([
      count({ records }, comments, { where: { job_id } }),
      count({ records }, reviews, { index: 'by_state', where: { job_id, reviewed: true } }),
    ]);
    const counts = { comment_count: comment_total, reviewed_count: reviewed_total };
    if (counts.comment_count === comment_count && counts.reviewed_count === reviewed_count) return;
    try {
      await records.update(jobs, { id: job_id }, counts, { version });
      return;
    } catch (error) {
      if (!isFailure(error, 'conflict', 'changed')) throw error;
    }
  }
}

/** A laptop computes totals of large tables in another process, which is slow for a few rows. */
const few = 100;

async function count<Row extends object>(
  { records }: Pick<Platform, 'records'>,
  table: Table<Row>,
  query: Query<Row>,
): Promise<number> {
  const { rows, cursor } = await records.list(table, { ...query, limit: few });
  if (cursor === undefined) return rows.length;
  return (await records.list(table, { ...query, limit: 1, total: true })).total ?? 0;
}
