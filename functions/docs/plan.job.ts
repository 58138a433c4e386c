import { generationMessage, planQueue } from '#core/docs/generation/messages.ts';
import { planStep } from '#core/docs/generation/plan-step.ts';
import { stepAttempts, stepLeaseSeconds } from '#core/docs/generation/step.ts';
import { job } from '#core/jobs/job.ts';
import type { Platform } from '#core/platform/ports.ts';

/** Obtains a repository and plans its documentation. */
export const { handler, dead, definition } = job({
  queue: planQueue,
  message: generationMessage,
  leaseSeconds: stepLeaseSeconds,
  maxAttempts: stepAttempts,
  key: ({ generation }) => generation,
  run({ platform, message, fence, attempt, signal }) {
    if (platform.home === 'local') prepare(platform).catch(() => {});
    return planStep(platform, { ...message, fence, attempt, signal });
  },
});

/** On a laptop the same process will render: that loads while the model thinks. */
async function prepare(platform: Platform): Promise<void> {
  const { prepareRendering } = await import('#core/docs/site/render-site.ts');
  await prepareRendering(platform);
}
