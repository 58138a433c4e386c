import { Failure, untilWritten } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { isOpen, jobs, type Job } from '../base/tables/job-tables.ts';
import type { JobProgress } from '../base/schema/result.ts';

type Needs = Pick<Platform, 'records'>;

/** Longer than any id of a job. */
const maxIdLength = 200;

export async function readJob({ records }: Needs, id: string): Promise<Stored<Job>> {
  const job = id.length > maxIdLength ? undefined : await records.get(jobs, { id });
  if (job) return job;
  throw new Failure('missing', 'no_job', `Job '${id.slice(0, maxIdLength)}' not found`);
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

/** How far a job is, without its result. */
export async function readProgress(
  needs: Pick<Platform, 'records'>,
  id: string,
): Promise<JobProgress> {
  const { status, progress_phase: phase, groups, done_groups } = await readJob(needs, id);
  return { status, phase, groups, done_groups };
}

export function jobFeed(job: string): string {
  return `analysis-${job}`;
}

/** Publishes the state of a job to those who follow it. */
export async function appendProgress(
  { feed }: Pick<Platform, 'feed'>,
  { id, status, progress_phase: phase, groups, done_groups }: Job,
): Promise<void> {
  const entry: JobProgress = { status, phase, groups, done_groups };
  await feed.append(jobFeed(id), [JSON.stringify(entry)]);
}

/** Changes a job's row by what it holds now. `changesOf` is called again when another writer was
 * first; it returns undefined when there is nothing to change. */
export async function changeJob(
  needs: Pick<Platform, 'records'>,
  id: string,
  changesOf: (job: Stored<Job>) => Promise<Partial<Job> | undefined>,
): Promise<void> {
  await untilWritten(async () => {
    const job = await readJob(needs, id);
    const changes = await changesOf(job);
    if (changes) await needs.records.update(jobs, { id }, changes, { version: job.version });
  });
}
