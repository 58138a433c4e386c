import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { jobs, type Job } from '#core/analysis/base/tables/tables.ts';
import { readJob } from './read-job.ts';

/** Changes a job's row by what it holds now. `changesOf` is called again when another writer was
 * first; it returns undefined when there is nothing to change. */
export async function changeJob(
  needs: Pick<Platform, 'records'>,
  id: string,
  changesOf: (job: Stored<Job>) => Promise<Partial<Job> | undefined>,
): Promise<void> {
  for (;;) {
    const job = await readJob(needs, id);
    const changes = await changesOf(job);
    if (!changes) return;
    try {
      await needs.records.update(jobs, { id }, changes, { version: job.version });
      return;
    } catch (error) {
      if (!isFailure(error, 'conflict', 'changed')) throw error;
    }
  }
}
