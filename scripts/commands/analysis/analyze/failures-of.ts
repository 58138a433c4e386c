import type { ChildJobAnalysis, FailureAnalysis } from '#core/analysis/base/schema/result.ts';
import type { ResultEnvelope } from '#core/analysis/base/schema/views.ts';

/** Those of child jobs too. */
export function failuresOf(result: ResultEnvelope['result']): readonly FailureAnalysis[] {
  const children = 'child_job_analyses' in result ? result.child_job_analyses : [];
  return [...result.failures, ...children.flatMap(ofChild)];
}

function ofChild({ failures, failed_children }: ChildJobAnalysis): readonly FailureAnalysis[] {
  return [...failures, ...failed_children.flatMap(ofChild)];
}
