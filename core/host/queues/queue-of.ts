import { deliveries } from '#functions/service-manifest.ts';
import type { Job } from '#core/jobs/job.ts';
import type { QueueDefinition } from '#core/platform/ports/queue.ts';

/**
 * The queue of a job on our own hosts. A message returns shortly after its worker's lease ends, so
 * that the next worker can start at once. (In the cloud the queue's visibility must cover the
 * function's timeout; the heartbeat shortens it to the lease.)
 */
export function queueOf(definition: Job['definition']): QueueDefinition {
  const { queue, leaseSeconds, maxAttempts, ordered } = definition;
  return {
    name: queue,
    visibilitySeconds: leaseSeconds + 5,
    maxAttempts: deliveries(maxAttempts),
    ...(ordered && { ordered }),
  };
}
