import { generationMessage, planQueue } from '#core/docs/generation/messages.ts';
import { planStep } from '#core/docs/generation/plan-step.ts';
import { stepAttempts, stepLeaseSeconds } from '#core/docs/generation/step.ts';
import { job } from '#core/jobs/job.ts';

/** Obtains a repository and plans its documentation. */
export const { handler, dead, definition } = job({
  queue: planQueue,
  message: generationMessage,
  leaseSeconds: stepLeaseSeconds,
  maxAttempts: stepAttempts,
  key: ({ generation }) => generation,
  run({ platform, message, fence, attempt, signal }) {
    return planStep(platform, { ...message, fence, attempt, signal });
  },
});
