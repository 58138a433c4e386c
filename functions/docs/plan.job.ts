import { generationRun } from '#core/docs/generate/generation-run.ts';
import { planQueue } from '#core/docs/generate/messages.ts';
import { planStep } from '#core/docs/generate/steps/plan-step.ts';
import { job } from '#core/jobs/job.ts';
import { runKey, runMessage } from '#core/runs/messages.ts';
import { reviveGivenUp } from '#core/runs/revive.ts';
import { stepAttempts, stepLeaseSeconds } from '#core/runs/step.ts';

/** Obtains a repository and plans its documentation. */
export const { handler, dead, definition } = job({
  queue: planQueue,
  message: runMessage,
  leaseSeconds: stepLeaseSeconds,
  maxAttempts: stepAttempts,
  key: runKey,
  givenUp: reviveGivenUp(generationRun),
  run({ platform, message, fence, attempt, signal }) {
    return planStep(platform, { ...message, fence, attempt, signal });
  },
});
