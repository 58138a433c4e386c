import { failuresOf, type PlacedFailure } from '../../history/record-history.ts';
import type { StoredResult } from '../../schema/stored-result.ts';

export interface NumberedFailure extends PlacedFailure {
  /** Among all failures of the result, which never change: forms name a failure by it. */
  readonly position: number;
}

export function numberedFailures(result: StoredResult): NumberedFailure[] {
  return [...failuresOf(result)].map((placed, position) => ({ ...placed, position }));
}

/** The key of a failure in the map of reviews. */
export function reviewKey({ child_job_name, child_build_number, failure }: PlacedFailure): string {
  const { test_name } = failure;
  return child_job_name === ''
    ? test_name
    : `${child_job_name}#${child_build_number}::${test_name}`;
}
