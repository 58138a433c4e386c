import { failuresOf, type PlacedFailure } from '#core/analysis/jobs/record-history.ts';
import type { StoredResult } from '#core/analysis/base/schema/stored-result.ts';

export interface NumberedFailure extends PlacedFailure {
  /** Among all failures of the result, which never change: forms name a failure by it. */
  readonly position: number;
}

export function numberedFailures(result: StoredResult): NumberedFailure[] {
  return [...failuresOf(result)].map((placed, position) => ({ ...placed, position }));
}
