import { alertDeadLetter } from '#core/analysis/alerts/alert-dead-letter.ts';
import { analysisRun } from '#core/analysis/jobs/analysis-run.ts';
import { startQueue } from '#core/analysis/jobs/job-queues.ts';
import { prepareStep } from '#core/analysis/jobs/steps/prepare-step.ts';
import { job } from '#core/jobs/job.ts';
import { runKey, runMessage } from '#core/runs/messages.ts';
import { reviveGivenUp } from '#core/runs/revive.ts';
import { stepAttempts, stepLeaseSeconds } from '#core/runs/step.ts';

/** Groups the failures of a job and clones its repositories. */
export const { handler, dead, definition } = job({
  queue: startQueue,
  message: runMessage,
  leaseSeconds: stepLeaseSeconds,
  maxAttempts: stepAttempts,
  key: runKey,
  givenUp: reviveGivenUp(analysisRun),
  died: alertDeadLetter,
  logFields: ({ run }) => ({ job_id: run }),
  run: ({ platform, message, fence, attempt, signal }) =>
    prepareStep(platform, { ...message, fence, attempt, signal }),
});
