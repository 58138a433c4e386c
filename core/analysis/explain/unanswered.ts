import type { JobGroup } from '../base/tables/job-tables.ts';

/** What is stored of a group that the model gave no answer for: its failures have no class. */
export function unanswered({ tests = [] }: Partial<Pick<JobGroup, 'tests'>>, details: string) {
  const none = { classification: '' as const, artifacts_evidence: '', affected_tests: tests };
  return { detail: { ...none, details }, source: 'failed' as const };
}
