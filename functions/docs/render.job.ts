import { generationRun } from '#core/docs/generate/generation-run.ts';
import { renderQueue } from '#core/docs/generate/messages.ts';
import { renderStep } from '#core/docs/generate/steps/render-step.ts';
import { job } from '#core/jobs/job.ts';
import { runKey, runMessage } from '#core/runs/messages.ts';
import { reviveGivenUp } from '#core/runs/revive.ts';
import { stepAttempts, stepLeaseSeconds } from '#core/runs/step.ts';

/** Renders and publishes a documentation. */
export const { handler, dead, definition } = job({
  queue: renderQueue,
  message: runMessage,
  leaseSeconds: stepLeaseSeconds,
  maxAttempts: stepAttempts,
  key: runKey,
  givenUp: reviveGivenUp(generationRun),
  async run({ platform, message, fence, attempt, signal }) {
    // Imported here: the function for dead letters bundles this file too.
    const { renderSite } = await import('#core/docs/site/render/render-site.ts');
    return renderStep(platform, { ...message, fence, attempt, signal }, (...site) =>
      renderSite(platform, ...site),
    );
  },
});
