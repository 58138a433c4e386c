import { deliveries } from '#functions/service-manifest.ts';
import type { Job } from '../jobs/job.ts';
import type { QueueDefinition } from '#core/platform/ports/queue.ts';

/**
 * The queue that a job needs where a host of ours feeds it. A message comes back a little after
 * its worker's lease has run out, so that whoever is given it may begin at once. (In the cloud the
 * queue's own time must cover the function's; the heartbeat shortens it to the lease.)
 */
export function queueOf({ queue, leaseSeconds, maxAttempts }: Job['definition']): QueueDefinition {
  return {
    name: queue,
    visibilitySeconds: leaseSeconds + 5,
    maxAttempts: deliveries(maxAttempts),
  };
}
