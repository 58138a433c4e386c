import { generationMessage, renderQueue } from '#core/docs/generation/messages.ts';
import { renderStep } from '#core/docs/generation/render-step.ts';
import { stepAttempts, stepLeaseSeconds } from '#core/docs/generation/step.ts';
import { renderSite } from '#core/docs/site/render-site.ts';
import { job } from '#core/jobs/job.ts';

/** Renders and publishes a documentation. */
export const { handler, dead, definition } = job({
  queue: renderQueue,
  message: generationMessage,
  leaseSeconds: stepLeaseSeconds,
  maxAttempts: stepAttempts,
  key: ({ generation }) => generation,
  run: ({ platform, message, fence, attempt, signal }) =>
    renderStep(platform, { ...message, fence, attempt, signal }, (...site) =>
      renderSite(platform, ...site),
    ),
});
