import type { Platform } from '#core/platform/ports/platform.ts';
import type { JobStats } from '#core/analysis/base/schema/views.ts';
import { failureHistory, jobs, type Job } from '#core/analysis/base/tables/tables.ts';
import { noClasses } from './test-history.ts';

const mostRead = 10_000;
const mostListed = 10;

/** Of the completed analyses of a job by its name; classes and tests of its newest 10,000
 * failures. */
export async function readJobStats(
  { records }: Pick<Platform, 'records'>,
  job_name: string,
): Promise<JobStats> {
  const filter = { status: 'completed' as const };
  const analyses = { index: 'by_name', where: { job_name }, filter, limit: 1 };
  const [oldest, newest, failures] = await Promise.all([
    records.list(jobs, { ...analyses, total: true }),
    records.list(jobs, { ...analyses, order: 'descending' }),
    records.list(failureHistory, {
      ...{ index: 'by_job_name', where: { job_name }, order: 'descending' },
      ...{ limit: mostRead, total: true },
    }),
  ]);
  const classes = noClasses();
  const tests = new Map<string, number>();
  for (const { classification, test_name } of failures.rows) {
    classes[classification] += 1;
    tests.set(test_name, (tests.get(test_name) ?? 0) + 1);
  }
  return {
    ...{ job_name, total_analyses: oldest.total ?? 0, total_failures: failures.total ?? 0 },
    first_analyzed: timeOf(oldest.rows[0]),
    last_analyzed: timeOf(newest.rows[0]),
    classifications: classes,
    most_failing: [...tests]
      .sort(([, one], [, other]) => other - one)
      .slice(0, mostListed)
      .map(([test_name, count]) => ({ test_name, failures: count })),
  };
}

function timeOf(job: Job | undefined): string | null {
  return job ? (job.analysis_started_at ?? job.created_at) : null;
}
