import { isFailure } from '../../platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
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
    const reviewed = { index: 'by_state', where: { job_id, reviewed: true } };
    const [said, checked] = await Promise.all([
      records.list(comments, { where: { job_id }, limit: 1, total: true }),
      records.list(reviews, { ...reviewed, limit: 1, total: true }),
    ]);
    const counts = { comment_count: said.total ?? 0, reviewed_count: checked.total ?? 0 };
    if (counts.comment_count === comment_count && counts.reviewed_count === reviewed_count) return;
    try {
      await records.update(jobs, { id: job_id }, counts, { version });
      return;
    } catch (error) {
      if (!isFailure(error, 'conflict', 'changed')) throw error;
    }
  }
}
