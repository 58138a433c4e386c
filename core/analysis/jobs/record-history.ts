import type { Platform } from '#core/platform/ports/platform.ts';
import type { StoredFailure, StoredResult } from '../base/schema/stored-result.ts';
import type { ChildJobAnalysis } from '../base/schema/result.ts';
import { beginOf, type Job, type JobGroup } from '../base/tables/job-tables.ts';
import { aiCalls, failureHistory, type HistoryRow, passedTests } from '../base/tables/tables.ts';

type Needs = Pick<Platform, 'records'>;
type Described = Pick<
  Job,
  'id' | 'job_name' | 'build_number' | 'created_at' | 'analysis_started_at' | 'retried'
>;

/** Others write in between. Rows of one transaction share the pages of the indexes that they change. */
const rowsAtOnce = 1000;
const maxMessageLength = 2_000;

/** A failure of a result with the child job that it belongs to. */
export interface PlacedFailure {
  readonly child_job_name: string;
  readonly child_build_number: number;
  readonly failure: StoredFailure;
}

/** Writes the failures of a result to the history, before the job is completed: comments look there
 * for their test. Repeated: the same rows. */
export async function recordHistory(
  { records }: Needs,
  job: Described,
  result: StoredResult,
  passes: readonly PassedTest[],
): Promise<void> {
  const rows = Array.from(failuresOf(result), (entry, position) => rowOf(job, position, entry));
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await records.unsynced.add(failureHistory, rows.slice(at, at + rowsAtOnce));
  }
  const { id: job_id, job_name } = job;
  const retried = (job.retried?.tests ?? []).map(({ test_name }) => {
    return { child_job_name: '', test_name, after_retry: true };
  });
  const passed = [...retried, ...passes.map((test) => ({ ...test, after_retry: false }))];
  const passRows = passed.map((test, position) => {
    return { job_id, position, job_name, ...test, analyzed_at: beginOf(job) };
  });
  for (let at = 0; at < passRows.length; at += rowsAtOnce) {
    await records.unsynced.add(passedTests, passRows.slice(at, at + rowsAtOnce));
  }
}

/** A test of the build itself, or of one of its children. */
export interface PassedTest {
  readonly child_job_name: string;
  readonly test_name: string;
}

/** The calls of models have rows of their own, which outlive the job. Repeated: the same rows. */
export async function recordCalls(
  { records }: Needs,
  groups: readonly Pick<JobGroup, 'calls'>[],
): Promise<void> {
  const calls = groups.flatMap((group) => group.calls);
  if (calls.length > 0) await records.unsynced.add(aiCalls, calls);
}

/** The build's own failures, then those of its children, depth first. */
export function* failuresOf(result: StoredResult): Generator<PlacedFailure> {
  for (const failure of result.failures) {
    yield { child_job_name: '', child_build_number: 0, failure };
  }
  for (const child of result.child_job_analyses) yield* failuresOfChild(child);
}

function* failuresOfChild(child: ChildJobAnalysis): Generator<PlacedFailure> {
  const { job_name, build_number, failures, failed_children } = child;
  for (const failure of failures) {
    yield { child_job_name: job_name, child_build_number: build_number, failure };
  }
  for (const grandchild of failed_children) yield* failuresOfChild(grandchild);
}

function rowOf(job: Described, position: number, entry: PlacedFailure): HistoryRow {
  const { child_job_name, child_build_number, failure } = entry;
  return {
    job_id: job.id,
    position,
    job_name: job.job_name,
    build_number: job.build_number,
    test_name: failure.test_name,
    error_message: failure.error.slice(0, maxMessageLength),
    error_signature: failure.error_signature,
    classification: failure.analysis.classification,
    child_job_name,
    child_build_number,
    analyzed_at: beginOf(job),
  };
}
