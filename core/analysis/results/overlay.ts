import { withClass } from '../base/schema/detail.ts';
import type { PlacedFailure } from '../jobs/record-history.ts';
import type { ChildJobAnalysis } from '../base/schema/result.ts';
import { memoryKey, type StoredFailure, type StoredResult } from '../base/schema/stored-result.ts';
import type { Job } from '../base/tables/job-tables.ts';

type Overrides = Job['overrides'];
type Scope = Pick<PlacedFailure, 'child_job_name' | 'child_build_number'>;

/** The key of a job's `overrides`: a person's class for a group counts in one build. */
export function overrideKey({ child_job_name, child_build_number }: Scope, memory: string) {
  return `${child_job_name}#${child_build_number}|${memory}`;
}

/** Whether people have changed classes since the result was stored. */
export function isCorrected({ overrides }: Pick<Job, 'overrides'>): boolean {
  return Object.keys(overrides).length > 0;
}

/** The result with the classes that people set. */
export function overlaid(
  { failures, child_job_analyses, ...rest }: StoredResult,
  overrides: Overrides,
): StoredResult {
  const own = { child_job_name: '', child_build_number: 0 };
  return {
    ...rest,
    failures: failures.map((failure) => overlaidFailure(failure, own, overrides)),
    child_job_analyses: child_job_analyses.map((child) => overlaidChild(child, overrides)),
  };
}

export function overlaidChild(child: ChildJobAnalysis, overrides: Overrides): ChildJobAnalysis {
  const { job_name: child_job_name, build_number: child_build_number } = child;
  const scope = { child_job_name, child_build_number };
  return {
    ...child,
    failures: child.failures.map((failure) => overlaidFailure(failure, scope, overrides)),
    failed_children: child.failed_children.map((each) => overlaidChild(each, overrides)),
  };
}

export function overlaidFailure(
  failure: StoredFailure,
  scope: Scope,
  overrides: Overrides,
): StoredFailure {
  const classification = overrides[overrideKey(scope, memoryKey(failure))];
  if (classification === undefined) return failure;
  return { ...failure, analysis: withClass(failure.analysis, classification) };
}
