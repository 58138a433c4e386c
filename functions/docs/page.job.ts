import { pageMessage, pageQueue } from '#core/docs/generation/messages.ts';
import { pageStep } from '#core/docs/generation/page-step.ts';
import { stepAttempts, stepLeaseSeconds } from '#core/docs/generation/step.ts';
import { job } from '#core/jobs/job.ts';

/** Writes one page of a documentation. */
export const { handler, dead, definition } = job({
  queue: pageQueue,
  message: pageMessage,
  leaseSeconds: stepLeaseSeconds,
  maxAttempts: stepAttempts,
  key: ({ generation, page }) => `${generation} ${page}`,
  run: ({ platform, message, fence, attempt, signal }) =>
    pageStep(platform, { ...message, fence, attempt, signal }),
});
