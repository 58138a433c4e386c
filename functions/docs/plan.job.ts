import { generationMessage, planQueue } from '#core/docs/generation/messages.ts';
import { planStep } from '#core/docs/generation/plan-step.ts';
import { stepAttempts, stepLeaseSeconds } from '#core/docs/generation/step.ts';
import { prepareRendering } from '#core/docs/site/render-site.ts';
import { job } from '#core/jobs/job.ts';

/** Obtains a repository and plans its documentation. */
export const { handler, dead, definition } = job({
  queue: planQueue,
  message: generationMessage,
  leaseSeconds: stepLeaseSeconds,
  maxAttempts: stepAttempts,
  key: ({ generation }) => generation,
  run({ platform, message, fence, attempt, signal }) {
    // Here the same process will render: it loads while the model thinks.
    if (platform.home === 'local') void prepareRendering(platform).catch(() => {});
    return planStep(platform, { ...message, fence, attempt, signal });
  },
});
