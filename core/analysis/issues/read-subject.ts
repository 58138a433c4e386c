import type { Platform } from '#core/platform/ports/platform.ts';
import { findTarget, type Target } from '#core/analysis/people/discussion/find-target.ts';
import { failuresOf, type PlacedFailure } from '#core/analysis/jobs/record-history.ts';
import { overlaid } from '#core/analysis/results/overlay.ts';
import { readCompleted } from '#core/analysis/jobs/read-job.ts';
import { readResult } from '#core/analysis/jobs/read-stored-result.ts';
import type { Job } from '#core/analysis/base/tables/tables.ts';

/** The failure that an issue is about. */
export interface IssueSubject extends PlacedFailure {
  readonly job: Job;
}

/** With the class that people have set. */
export async function readSubject(
  needs: Pick<Platform, 'records' | 'blobs'>,
  id: string,
  target: Target,
): Promise<IssueSubject> {
  const job = await readCompleted(needs, id);
  const [{ position }] = await findTarget(needs, job, target);
  const result = overlaid(await readResult(needs, job), job.overrides);
  const placed = [...failuresOf(result)][position];
  if (!placed) throw new RangeError(`the result has no failure ${position}`);
  return { job, ...placed };
}
