import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { eachAtMost } from '#core/text/each-at-most.ts';
import type { StoredResult } from '../base/schema/stored-result.ts';
import type { ChildJobAnalysis, FailureAnalysis } from '../base/schema/result.ts';
import { type Job } from '../base/tables/job-tables.ts';
import { failureHistory, type HistoryRow } from '../base/tables/tables.ts';

type Needs = Pick<Platform, 'records'>;
type Described = Pick<
  Job,
  'id' | 'job_name' | 'build_number' | 'created_at' | 'analysis_started_at'
>;

const atOnce = 200;
const maxMessageLength = 2_000;

/** A failure of a result with the child job that it belongs to. */
export interface PlacedFailure {
  readonly child_job_name: string;
  readonly child_build_number: number;
  readonly failure: FailureAnalysis;
}

/** Writes the failures of a result to the history, before the job is completed: comments look there
 * for their test. Repeated: the same rows. */
export async function recordHistory(
  { records }: Needs,
  job: Described,
  result: StoredResult,
): Promise<void> {
  const entries = Array.from(failuresOf(result), (entry, position) => ({ entry, position }));
  await eachAtMost(atOnce, entries, ({ entry, position }) =>
    addRow({ records }, rowOf(job, position, entry)),
  );
}

async function addRow({ records }: Needs, row: HistoryRow): Promise<void> {
  try {
    await records.unsynced.insert(failureHistory, row);
  } catch (error) {
    // An earlier attempt of the step added it.
    if (!isFailure(error, 'conflict', 'exists')) throw error;
  }
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
    analyzed_at: job.analysis_started_at ?? job.created_at,
  };
}
