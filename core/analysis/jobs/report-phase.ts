import { untilWritten } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { runEnded } from '#core/runs/step.ts';
import { isOpen, jobs, type Job } from '../base/tables/job-tables.ts';
import { appendProgress } from './read-job.ts';

/** What a new phase changes in a job's row. A phase that it has entered before: nothing. */
export function phaseChanges(
  { clock }: Pick<Platform, 'clock'>,
  { progress_log }: Pick<Job, 'progress_log'>,
  phase: string,
): Partial<Job> {
  if (progress_log.some((entry) => entry.phase === phase)) return {};
  const entry = { phase, timestamp: clock.now().getTime() / 1_000 };
  return { progress_phase: phase, progress_log: [...progress_log, entry] };
}

/** Enters a phase of a running job; it is logged once. A phase that was entered before, by another
 * group of failures or by a step that is repeated: nothing happens. */
export async function reportPhase(
  needs: Pick<Platform, 'records' | 'feed' | 'clock'>,
  id: string,
  phase: string,
): Promise<void> {
  const { records, clock } = needs;
  const row = await untilWritten(async () => {
    const job = await records.get(jobs, { id });
    if (!job || !isOpen(job)) throw runEnded();
    if (job.progress_log.some((entry) => entry.phase === phase)) return undefined;
    const changes = phaseChanges({ clock }, job, phase);
    return records.unsynced.update(jobs, { id }, changes, { version: job.version });
  });
  if (row) await appendProgress(needs, row);
}
