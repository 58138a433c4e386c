import type { Platform } from '#core/platform/ports/platform.ts';
import type { JobProgress } from './job-progress.ts';
import { readJob } from './read-job.ts';

/** How far a job is, without its result. */
export async function readProgress(
  needs: Pick<Platform, 'records'>,
  id: string,
): Promise<JobProgress> {
  const { status, progress_phase: phase, groups, done_groups } = await readJob(needs, id);
  return { status, phase, groups, done_groups };
}
