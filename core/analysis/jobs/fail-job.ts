import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { isOpen, jobs } from '#core/analysis/base/tables/tables.ts';
import { appendProgress } from './job-progress.ts';

/** Ends an open job. False: it has ended before. */
export async function failJob(
  needs: Pick<Platform, 'records' | 'feed' | 'clock'>,
  id: string,
  error: string,
): Promise<boolean> {
  const { records, clock } = needs;
  for (;;) {
    const job = await records.get(jobs, { id });
    if (!job || !isOpen(job)) return false;
    const completed_at = clock.now().toISOString();
    const changes = { status: 'failed' as const, error, completed_at };
    try {
      const failed = await records.update(jobs, { id }, changes, { status: job.status });
      await appendProgress(needs, failed);
      return true;
    } catch (problem) {
      // It began to run, or has ended: the next read shows which.
      if (!isFailure(problem, 'conflict', 'changed')) throw problem;
    }
  }
}
