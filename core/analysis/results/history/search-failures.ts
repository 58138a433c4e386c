import type * as z from 'zod/mini';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { FailureSearch, SignatureSearch, JobStats } from '../../base/schema/views.ts';
import { classification } from '../../base/schema/detail.ts';
import { beginOf, countOf, jobs, type Job } from '../../base/tables/job-tables.ts';
import { failureHistory, pastRuns } from '../../base/tables/tables.ts';
import { findOverride } from '../find-override.ts';
import type { failureQuery } from '../queries.ts';
import { noClasses } from './test-history.ts';

type Wanted = z.output<z.ZodMiniObject<typeof failureQuery>> & {
  readonly limit: number;
  readonly offset: number;
};

/** The newest first. Empty texts search for nothing. */
export async function searchFailures(
  { records }: Pick<Platform, 'records'>,
  { search = '', job_name = '', classification = '', limit, offset }: Wanted,
): Promise<FailureSearch> {
  const { rows, total = 0 } = await records.list(failureHistory, {
    ...(job_name === '' ? { index: 'by_age' } : { index: 'by_job_name', where: { job_name } }),
    ...(classification !== '' && { filter: { classification } }),
    ...(search !== '' && { contains: { columns: ['test_name', 'error_message'], text: search } }),
    order: 'descending',
    limit,
    offset,
    total: true,
  });
  const failures = rows.map(({ position, version: _version, ...row }) => {
    return { id: `${row.job_id}/${position}`, ...row };
  });
  return { failures, total };
}

const maxRead = 2_000;

/** The tests that failed with an error, among its newest 2,000 failures: the newest first. */
export async function searchSignature(
  needs: Pick<Platform, 'records' | 'blobs'>,
  signature: string,
): Promise<SignatureSearch> {
  const { records } = needs;
  const where = { error_signature: signature };
  const [{ rows, total = 0 }, override] = await Promise.all([
    records.list(failureHistory, {
      index: 'by_signature',
      where,
      order: 'descending',
      limit: maxRead,
      total: true,
    }),
    findOverride(needs, signature),
  ]);
  const tests = new Map<string, SignatureSearch['tests'][number]>();
  for (const { test_name, analyzed_at, job_id, classification } of rows) {
    const newer = tests.get(test_name);
    const newest = { last_seen: analyzed_at, last_job_id: job_id, classification };
    const occurrences = (newer?.occurrences ?? 0) + 1;
    tests.set(test_name, { ...(newer ?? { test_name, ...newest }), occurrences });
  }
  return {
    signature,
    total,
    override: override?.classification ?? null,
    tests: [...tests.values()],
  };
}

const maxStatsFailures = 10_000;
const maxListed = 10;

const maxPast = 10_000;

/** Numbers of the completed analyses of a job by its name, those included that the retention has removed;
 * classes and tests of its newest 10,000 failures. */
export async function readJobStats(
  { records }: Pick<Platform, 'records'>,
  job_name: string,
): Promise<JobStats> {
  const filter = { status: 'completed' as const };
  const analyses = { index: 'by_name', where: { job_name }, filter, limit: 1 };
  const [oldest, newest, failures, past] = await Promise.all([
    records.list(jobs, { ...analyses, total: true }),
    records.list(jobs, { ...analyses, order: 'descending' }),
    records.list(failureHistory, {
      index: 'by_job_name',
      where: { job_name },
      order: 'descending',
      limit: maxStatsFailures,
      total: true,
    }),
    records.list(pastRuns, { index: 'by_name', where: { job_name }, limit: maxPast, total: true }),
  ]);
  const classes = noClasses();
  let pastFailures = 0;
  for (const run of past.rows) {
    for (const each of classification.options) {
      classes[each] += run[countOf(each)];
      pastFailures += run[countOf(each)];
    }
  }
  const tests = new Map<string, number>();
  for (const { classification, test_name } of failures.rows) {
    classes[classification] += 1;
    tests.set(test_name, (tests.get(test_name) ?? 0) + 1);
  }
  return {
    job_name,
    total_analyses: (oldest.total ?? 0) + (past.total ?? 0),
    total_failures: (failures.total ?? 0) + pastFailures,
    first_analyzed: past.rows[0]?.analyzed_at ?? timeOf(oldest.rows[0]),
    last_analyzed: timeOf(newest.rows[0]) ?? past.rows.at(-1)?.analyzed_at ?? null,
    classifications: classes,
    most_failing: [...tests]
      .sort(([, one], [, other]) => other - one)
      .slice(0, maxListed)
      .map(([test_name, count]) => ({ test_name, failures: count })),
  };
}

function timeOf(job: Job | undefined): string | null {
  return job ? beginOf(job) : null;
}
