import { job } from '#core/jobs/job.ts';
import { evaluationMessage, evaluationQueue } from '#core/webhook/merging/request-evaluation.ts';

/** Decides whether pull requests can be merged, once for several events. */
export const { handler, dead, definition } = job({
  queue: evaluationQueue,
  message: evaluationMessage,
  leaseSeconds: 60,
  maxAttempts: 3,
  async run({ platform, message, signal }) {
    // Loaded when it is needed: the client and the YAML parser are large.
    const { evaluateLater } = await import('#core/webhook/processing/evaluate-later.ts');
    await evaluateLater(platform, message, signal);
  },
});
