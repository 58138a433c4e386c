import { alertDeadLetter } from '#core/analysis/alerts/alert-dead-letter.ts';
import { analysisRun } from '#core/analysis/jobs/analysis-run.ts';
import { groupQueue } from '#core/analysis/jobs/job-queues.ts';
import { job } from '#core/jobs/job.ts';
import { laneKey, laneMessage } from '#core/runs/messages.ts';
import { reviveGivenUp } from '#core/runs/revive.ts';
import { stepAttempts, stepLeaseSeconds } from '#core/runs/step.ts';

/** Explains groups of failures. */
export const { handler, dead, definition } = job({
  queue: groupQueue,
  message: laneMessage,
  leaseSeconds: stepLeaseSeconds,
  maxAttempts: stepAttempts,
  key: laneKey,
  givenUp: reviveGivenUp(analysisRun),
  died: alertDeadLetter,
  logFields: ({ run }) => ({ job_id: run }),
  async run({ platform, message, fence, attempt, signal }) {
    // Imported here: the function for dead letters bundles this file too.
    const { groupStep } = await import('#core/analysis/jobs/steps/group-step.ts');
    return groupStep(platform, { ...message, fence, attempt, signal });
  },
});
