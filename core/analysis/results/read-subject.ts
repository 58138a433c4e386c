import type { Platform } from '#core/platform/ports/platform.ts';
import type { Trace } from '../base/schema/stored-result.ts';
import type { Job } from '../base/tables/job-tables.ts';
import { readCompleted } from '../jobs/read-job.ts';
import { readResult } from '../jobs/read-stored-result.ts';
import { failuresOf, type PlacedFailure } from '../jobs/record-history.ts';
import { findTarget, type Target } from '../people/discussion/find-target.ts';
import { overlaid } from './overlay.ts';

/** The failure that an issue or a question is about. */
export interface Subject extends PlacedFailure {
  readonly job: Job;
  readonly trace: Trace;
}

/** With the class that people have set. */
export async function readSubject(
  needs: Pick<Platform, 'records' | 'blobs'>,
  id: string,
  target: Target,
): Promise<Subject> {
  const job = await readCompleted(needs, id);
  const [{ position }] = await findTarget(needs, job, target);
  const result = overlaid(await readResult(needs, job), job.overrides);
  const subject = [...failuresOf(result)][position];
  if (!subject) throw new RangeError(`the result has no failure ${position}`);
  const trace = result.traces?.[subject.failure.trace ?? -1] ?? { stack: '', output: '' };
  return { job, ...subject, trace };
}
