import { Failure, untilWritten } from '#core/platform/failure.ts';
import type { Caller } from '#core/identity/rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { readJob, appendProgress } from './read-job.ts';
import { isOpen, jobs } from '../base/tables/job-tables.ts';

/** Ends an open job: its row says so at once, and the steps at work end the models that they asked
 * within a second. */
export async function cancelJob(
  needs: Pick<Platform, 'records' | 'feed' | 'clock'>,
  { username }: Pick<Caller, 'username'>,
  id: string,
): Promise<{ cancelled: string }> {
  await readJob(needs, id);
  const message = `Analysis cancelled by ${username === '' ? 'an anonymous user' : username}`;
  if (await failJob(needs, id, message)) return { cancelled: id };
  const { status } = await readJob(needs, id);
  throw new Failure('conflict', 'job_over', `Job ${id} is already ${status}`);
}

/** Ends an open job. False: it has ended before. */
export async function failJob(
  needs: Pick<Platform, 'records' | 'feed' | 'clock'>,
  id: string,
  error: string,
): Promise<boolean> {
  const { records, clock } = needs;
  const failed = await untilWritten(async () => {
    const job = await records.get(jobs, { id });
    if (!job || !isOpen(job)) return undefined;
    const completed_at = clock.now().toISOString();
    const changes = { status: 'failed' as const, error, completed_at };
    return records.update(jobs, { id }, changes, { status: job.status });
  });
  if (failed) await appendProgress(needs, failed);
  return failed !== undefined;
}
