import { deliveries, type QueueJob } from '#functions/manifest.ts';
import { logicalName } from './names.ts';

const longestVisibility = 12 * 3600;

/** The queue of a job and the one for what it gives up. */
export function jobQueues(service: string, job: QueueJob) {
  const name = logicalName(service, job.queue);
  const visibility = Math.min(6 * job.timeoutSeconds, longestVisibility);
  const dead = new sst.aws.Queue(`${name}Dead`, {
    visibilityTimeout: `${visibility} seconds`,
    transform: { queue: kept },
  });
  const queue = new sst.aws.Queue(name, {
    visibilityTimeout: `${visibility} seconds`,
    dlq: { queue: dead.arn, retry: deliveries(job.maxAttempts) },
    transform: { queue: kept },
  });
  return { queue, dead };
}

const kept = {
  maxMessageSize: 1024 * 1024,
  messageRetentionSeconds: 14 * 24 * 3600,
  sqsManagedSseEnabled: true,
};
