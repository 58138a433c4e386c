import type { Platform } from '#core/platform/ports/platform.ts';
import type { Query, Table } from '#core/platform/ports/records.ts';
import { changeJob } from '#core/analysis/jobs/change-job.ts';
import { comments, reviews } from '#core/analysis/base/tables/discussion-tables.ts';

/** Counts a job's comments and reviews in its row, for the dashboard. Repeated, and among other
 * writers: the numbers are those of the stored rows. */
export async function recount(needs: Pick<Platform, 'records'>, job_id: string): Promise<void> {
  await changeJob(needs, job_id, async (job) => {
    const [comment_count, reviewed_count] = await Promise.all([
      count(needs, comments, { where: { job_id } }),
      count(needs, reviews, { index: 'by_state', where: { job_id, reviewed: true } }),
    ]);
    const isSame = comment_count === job.comment_count && reviewed_count === job.reviewed_count;
    return isSame ? undefined : { comment_count, reviewed_count };
  });
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
