import { isFailure } from '#core/platform/failure.ts';
import { dayMilliseconds } from '#core/platform/ports/clock.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { eachAtMost } from '#core/text/each-at-most.ts';
import { analysisSettings } from '../base/settings.ts';
import { beginOf, isOpen, jobs } from '../base/tables/job-tables.ts';
import { pastRuns } from '../base/tables/tables.ts';
import { deleteJob } from './delete-job.ts';

type Needs = Parameters<typeof deleteJob>[0] & Pick<Platform, 'environment' | 'log'>;

/** Analyses that one sweep removes. */
const maxOutdated = 500;
const atOnce = 10;

/** Removes the oldest analyses beyond the retention; the next sweep goes on. */
export async function removeOutdated(needs: Needs): Promise<void> {
  const { records, clock, environment } = needs;
  const { RESULTS_RETENTION_DAYS: days } = analysisSettings(environment);
  if (days === 0) return;
  const to = new Date(clock.now().getTime() - days * dayMilliseconds).toISOString();
  const { rows } = await records.list(jobs, { index: 'by_age', to, limit: maxOutdated });
  const outdated = rows.filter((job) => !isOpen(job));
  await eachAtMost(atOnce, outdated, async (job) => {
    const { id, job_name } = job;
    const { code_issues, product_bugs, infrastructure, unclassified } = job;
    const counts = { code_issues, product_bugs, infrastructure, unclassified };
    // First: a sweep that dies between the two does both again.
    if (job.status === 'completed' && job_name !== '')
      await records.add(pastRuns, [{ id, job_name, analyzed_at: beginOf(job), ...counts }]);
    await deleteJob(needs, id).catch((error: unknown) => {
      // Another sweep was first.
      if (!isFailure(error, 'missing')) throw error;
    });
  });
  if (outdated.length > 0)
    needs.log('INFO', 'removed analyses beyond their retention', { analyses: outdated.length });
}
