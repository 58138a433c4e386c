import { job } from '#core/jobs/job.ts';
import { evaluateLater } from '#core/webhook/handlers/merge/evaluate-later.ts';
import {
  evaluationMessage,
  evaluationQueue,
} from '#core/webhook/handlers/merge/request-evaluation.ts';

/** Decides whether pull requests can be merged, once for several events. */
export const { handler, dead, definition } = job({
  queue: evaluationQueue,
  message: evaluationMessage,
  leaseSeconds: 60,
  maxAttempts: 3,
  run: ({ platform, message, signal }) => evaluateLater(platform, message, signal),
});
