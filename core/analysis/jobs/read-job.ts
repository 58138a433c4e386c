import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { isOpen, jobs, type Job } from '#core/analysis/base/tables/tables.ts';

type Needs = Pick<Platform, 'records'>;

/** Longer than any id of a job. */
const longestId = 200;

export async function readJob({ records }: Needs, id: string): Promise<Stored<Job>> {
  const job = id.length > longestId ? undefined : await records.get(jobs, { id });
  if (job) return job;
  throw new Failure('missing', 'no_job', `Job '${id.slice(0, longestId)}' not found`);
}

/** For changes of a result: an analysis that has not ended, or has failed, has none. */
export async function readCompleted(needs: Needs, id: string): Promise<Stored<Job>> {
  const job = await readJob(needs, id);
  if (isOpen(job)) {
    throw new Failure('unfinished', 'job_open', `Job ${id} is still ${job.status}`);
  }
  if (job.status === 'failed') throw new Failure('conflict', 'job_failed', `Job ${id} failed`);
  return job;
}
