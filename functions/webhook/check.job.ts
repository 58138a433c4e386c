import { job } from '#core/jobs/job.ts';
import { checkMessage, checkQueue } from '#core/webhook/actions/request-checks.ts';

/** Runs checks of the configuration, each once for a delivery. */
export const { handler, dead, definition } = job({
  queue: checkQueue,
  message: checkMessage,
  key: ({ repository, number, sha, check, delivery }) =>
    [repository, number, sha, check, delivery.id].join(' ').slice(0, 800),
  leaseSeconds: 60,
  maxAttempts: 5,
  async run({ platform, message, signal }) {
    const { runCheck } = await import('#core/webhook/processing/run-check.ts');
    await runCheck(platform, { message, signal });
  },
});
