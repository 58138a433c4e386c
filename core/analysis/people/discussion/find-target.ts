import type * as z from 'zod/mini';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { readStoredResult } from '../../jobs/read-stored-result.ts';
import type { target, ChildJobAnalysis } from '../../base/schema/result.ts';
import { beginOf, type Job } from '../../base/tables/job-tables.ts';
import { failureHistory, type HistoryRow } from '../../base/tables/tables.ts';

type Needs = Pick<Platform, 'records' | 'blobs'>;
export type Target = z.output<z.ZodMiniObject<typeof target>>;

/** More of one name cannot be told apart anyway. */
const maxRows = 1_000;

/** The failures of a completed job that are meant: several when a test failed in several builds of a
 * child, or twice in one. */
export async function findTarget(
  needs: Needs,
  job: Pick<Job, 'id' | 'analysis_started_at' | 'created_at'>,
  place: Target,
): Promise<readonly [Stored<HistoryRow>, ...Stored<HistoryRow>[]]> {
  const { test_name, child_job_name, child_build_number } = place;
  if (child_job_name === '' && child_build_number !== 0) throw invalidScope();
  const [job_id, began] = [job.id, beginOf(job)];
  const { rows } = await needs.records.list(failureHistory, {
    index: 'by_test',
    where: { test_name },
    from: began,
    to: began,
    filter: { job_id },
    limit: maxRows,
  });
  const isMeant = (child: string, build: number) =>
    child === child_job_name && (child_build_number === 0 || build === child_build_number);
  const [first, ...rest] = rows.filter((row) =>
    isMeant(row.child_job_name, row.child_build_number),
  );
  if (first) return [first, ...rest];
  if (child_job_name !== '') {
    const { child_job_analyses } = await readStoredResult(needs, job_id);
    if (!hasChild(child_job_analyses, isMeant)) throw invalidScope();
  }
  throw new Failure('missing', 'no_test', `Test '${test_name}' not found in job ${job_id}`);
}

function hasChild(
  children: readonly ChildJobAnalysis[],
  isMeant: (child: string, build: number) => boolean,
): boolean {
  return children.some(
    ({ job_name, build_number, failed_children }) =>
      isMeant(job_name, build_number) || hasChild(failed_children, isMeant),
  );
}

function invalidScope(): Failure {
  return new Failure('invalid', 'bad_scope', 'Invalid child scope');
}
