import type { ChildJobAnalysis, FailureAnalysis } from '../../schema/result.ts';

/** The build of a child job; an empty name: the analyzed build itself. */
export interface Scope {
  readonly child_job_name: string;
  readonly child_build_number: number;
}

export interface PlacedFailure extends Scope {
  /** Among all failures of the result, which never change: forms name a failure by it. */
  readonly position: number;
  readonly failure: FailureAnalysis;
}

interface Failures {
  readonly failures: readonly FailureAnalysis[];
  readonly child_job_analyses?: readonly ChildJobAnalysis[];
}

/** All failures of a result: its own, then those of the child jobs and their children. */
export function failuresOf({ failures, child_job_analyses = [] }: Failures): PlacedFailure[] {
  const found: PlacedFailure[] = [];
  const add = (scope: Scope, own: readonly FailureAnalysis[]) => {
    for (const failure of own) found.push({ ...scope, position: found.length, failure });
  };
  const addChild = (child: ChildJobAnalysis) => {
    const { job_name: child_job_name, build_number: child_build_number } = child;
    add({ child_job_name, child_build_number }, child.failures);
    child.failed_children.forEach(addChild);
  };
  add({ child_job_name: '', child_build_number: 0 }, failures);
  child_job_analyses.forEach(addChild);
  return found;
}

/** The key of a failure in the map of reviews. */
export function reviewKey({ child_job_name, child_build_number, failure }: PlacedFailure): string {
  const { test_name } = failure;
  return child_job_name === ''
    ? test_name
    : `${child_job_name}#${child_build_number}::${test_name}`;
}
