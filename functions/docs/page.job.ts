import { generationRun } from '#core/docs/generate/generation-run.ts';
import { pageQueue } from '#core/docs/generate/messages.ts';
import { pageStep } from '#core/docs/generate/steps/page-step.ts';
import { job } from '#core/jobs/job.ts';
import { laneKey, laneMessage } from '#core/runs/messages.ts';
import { reviveGivenUp } from '#core/runs/revive.ts';
import { stepAttempts, stepLeaseSeconds } from '#core/runs/step.ts';

/** Writes pages of a documentation. */
export const { handler, dead, definition } = job({
  queue: pageQueue,
  message: laneMessage,
  leaseSeconds: stepLeaseSeconds,
  maxAttempts: stepAttempts,
  key: laneKey,
  givenUp: reviveGivenUp(generationRun),
  run: ({ platform, message, fence, attempt, signal }) =>
    pageStep(platform, { ...message, fence, attempt, signal }),
});
