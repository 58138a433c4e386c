import type { Platform } from '#core/platform/ports/platform.ts';
import { comments } from '../../base/tables/discussion-tables.ts';
import { viewOfComment } from '../../people/discussion/review.ts';
import type { TestHistory } from '../../base/schema/views.ts';
import { beginOf, type Job, jobs } from '../../base/tables/job-tables.ts';
import { failureHistory, type HistoryRow, passedTests } from '../../base/tables/tables.ts';
import { flakyRule, flakyWindow, isFlaky, type Outcome } from './flaky.ts';

type Needs = Pick<Platform, 'records'>;
type Run = TestHistory['recent_runs'][number];

interface Wanted {
  readonly limit: number;
  readonly job_name?: string | undefined;
  readonly exclude_job_id?: string | undefined;
}

const maxFailures = 2_000;
const maxRuns = 1_000;
const maxNames = 10;

/** When and how a test failed, in its newest 2,000 failures. A test without failures
 * has an empty history. */
export async function readTestHistory(
  { records }: Needs,
  test_name: string,
  { limit, job_name, exclude_job_id }: Wanted,
): Promise<TestHistory> {
  const newestFirst = { index: 'by_test', where: { test_name }, order: 'descending' } as const;
  const [{ rows }, commentRows, passes] = await Promise.all([
    records.list(failureHistory, {
      ...newestFirst,
      limit: maxFailures,
      ...(job_name !== undefined && { filter: { job_name } }),
    }),
    records.list(comments, { ...newestFirst, limit }),
    records.list(passedTests, {
      ...newestFirst,
      limit: maxRuns,
      ...(job_name !== undefined && { filter: { job_name } }),
    }),
  ]);
  const others = rows.filter(({ job_id }) => job_id !== exclude_job_id);
  const failedByRun = failingRuns(others);
  const failed = [...failedByRun.values()];
  const hasPassed = new Set(passes.rows.map(({ job_id }) => job_id));
  const passed = await passingRuns({ records }, failedByRun, hasPassed, exclude_job_id);
  const retried = passes.rows.filter(({ after_retry }) => after_retry);
  const runs = [...failed, ...passed].sort((a, b) => (a.analyzed_at < b.analyzed_at ? 1 : -1));
  const classes = noClasses();
  for (const { classification } of failed) classes[classification] += 1;
  const firstPassed = runs.findIndex((run) => !run.failed);
  return {
    test_name,
    total_runs: runs.length,
    failures: failed.length,
    failure_rate: runs.length === 0 ? 0 : Number((failed.length / runs.length).toFixed(4)),
    first_seen: others.at(-1)?.analyzed_at ?? null,
    last_seen: failed[0]?.analyzed_at ?? null,
    last_classification: failed[0]?.classification ?? null,
    classifications: classes,
    recent_runs: runs.slice(0, limit),
    comments: commentRows.rows.map(viewOfComment),
    consecutive_failures: firstPassed === -1 ? runs.length : firstPassed,
    flaky: isFlaky(await outcomesOf({ records }, runs, retried)),
    flaky_rule: flakyRule,
  };
}

export function noClasses(): TestHistory['classifications'] {
  return { 'CODE ISSUE': 0, 'PRODUCT BUG': 0, INFRASTRUCTURE: 0, '': 0 };
}

/** The newest analysis of each run, the newest first: a test may fail in several children. */
function failingRuns(rows: readonly HistoryRow[]): ReadonlyMap<string, Run> {
  const runs = new Map<string, Run>();
  for (const row of rows) {
    const { job_id, job_name, build_number, analyzed_at, classification, error_signature } = row;
    const run = { job_id, job_name, build_number, analyzed_at };
    const name = runOf({ ...run, id: job_id, repeats: null });
    if (!runs.has(name)) runs.set(name, { ...run, failed: true, classification, error_signature });
  }
  return runs;
}

/** More are read than are looked at: several may be analyses of one run. */
const maxOutcomes = 3 * flakyWindow;

async function outcomesOf(
  { records }: Needs,
  runs: readonly Run[],
  retried: readonly { readonly job_id: string; readonly analyzed_at: string }[],
): Promise<Outcome[]> {
  // Without a pass it is not flaky, whatever its jobs are.
  if (retried.length === 0 && runs.every(({ failed }) => failed)) return [];
  const ids = new Set(retried.map(({ job_id }) => job_id));
  const failing = new Map(runs.map((run) => [run.job_id, run.failed]));
  const all = [...runs, ...retried.filter(({ job_id }) => !failing.has(job_id))].toSorted((a, b) =>
    a.analyzed_at < b.analyzed_at ? 1 : -1,
  );
  const newest = all.slice(0, maxOutcomes);
  const rows = await Promise.all(newest.map(({ job_id: id }) => records.get(jobs, { id })));
  return newest.map(({ job_id, analyzed_at: at }, index) => {
    const job = rows[index];
    return {
      at,
      run: job ? runOf(job) : job_id,
      failed: failing.get(job_id) === true,
      passedOnRetry: ids.has(job_id),
      commit: job?.source?.commit,
    };
  });
}

/** Analyses of one build are one run, and those that repeat another. */
function runOf({
  id,
  job_name,
  build_number,
  repeats,
}: Pick<Job, 'id' | 'job_name' | 'build_number' | 'repeats'>): string {
  return job_name !== '' && build_number !== 0 ? `${job_name}#${build_number}` : (repeats ?? id);
}

/** Analyses of the same jobs since the first failure in which the test passed, or, where the reports
 * do not tell what passed, that do not have it. Direct analyses without a name do not tell which
 * belong together. */
async function passingRuns(
  { records }: Needs,
  failedByRun: ReadonlyMap<string, Run>,
  hasPassed: ReadonlySet<string>,
  excluded: string | undefined,
): Promise<Run[]> {
  const failed = [...failedByRun.values()];
  const names = new Set(failed.flatMap(({ job_name }) => (job_name === '' ? [] : [job_name])));
  const runNames = new Set(failedByRun.keys());
  const lists = [...names].slice(0, maxNames).map(async (name) => {
    const first = failed.findLast(({ job_name }) => job_name === name);
    const { rows } = await records.list(jobs, {
      index: 'by_name',
      where: { job_name: name },
      filter: { status: 'completed' },
      from: first?.analyzed_at ?? '',
      order: 'descending',
      limit: maxRuns,
    });
    return rows.filter((job) => {
      const isPass = job.id !== excluded && (!job.digest?.passed || hasPassed.has(job.id));
      return isPass && runNames.size < runNames.add(runOf(job)).size;
    });
  });
  return (await Promise.all(lists)).flat().map((job) => ({
    job_id: job.id,
    job_name: job.job_name,
    build_number: job.build_number,
    analyzed_at: beginOf(job),
    failed: false,
    classification: '',
    error_signature: '',
  }));
}
