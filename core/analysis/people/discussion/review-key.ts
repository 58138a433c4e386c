import type { Target } from './find-target.ts';

/** The key of a failure in the review map. */
export function reviewKey({ test_name, child_job_name, child_build_number }: Target): string {
  return child_job_name === ''
    ? test_name
    : `${child_job_name}#${child_build_number}::${test_name}`;
}
