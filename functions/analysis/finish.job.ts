import { alertDeadLetter } from '#core/analysis/alerts/alert-dead-letter.ts';
import { analysisRun } from '#core/analysis/jobs/analysis-run.ts';
import { finishQueue } from '#core/analysis/jobs/job-queues.ts';
import { resultStep } from '#core/analysis/jobs/steps/result-step.ts';
import { job } from '#core/jobs/job.ts';
import { runKey, runMessage } from '#core/runs/messages.ts';
import { reviveGivenUp } from '#core/runs/revive.ts';
import { stepAttempts, stepLeaseSeconds } from '#core/runs/step.ts';

/** Stores the result of a job and ends it. */
export const { handler, dead, definition } = job({
  queue: finishQueue,
  message: runMessage,
  leaseSeconds: stepLeaseSeconds,
  maxAttempts: stepAttempts,
  key: runKey,
  givenUp: reviveGivenUp(analysisRun),
  died: alertDeadLetter,
  logFields: ({ run }) => ({ job_id: run }),
  run: ({ platform, message, fence, attempt, signal: stop }) =>
    resultStep(
      platform,
      { ...message, fence, attempt, signal: stop },
      async (row, groups, signal) => {
        const { addMatches } = await import('#core/analysis/issues/tracker/add-matches.ts');
        return addMatches(platform, row, groups, signal);
      },
    ),
});
