import { deliveries, type QueueJob } from '#functions/service-manifest.ts';
import { logicalName } from './names.ts';
import type { StageOptions } from './stage.ts';

const longestVisibility = 12 * 3600;
const longestFunction = 900;
/** SQS takes no more. A message that waits until a task may start is delivered again and again; its
 * runs are counted by job(). */
const mostDeliveries = 1000;

/** Starting a task takes seconds; functions/images/worker/launch.ts says what it does. */
export const launchSeconds = 60;

/** The work of the job is left to tasks, which a function starts. */
export function isTask({ runsOn }: QueueJob, { worker }: StageOptions): boolean {
  return runsOn === 'worker' && worker === 'task';
}

/** Of the function before the queue. A job that asks for more than a function has is cut off, and
 * given up in the end, unless the stage leaves it to tasks. */
export function functionSeconds(job: QueueJob, options: StageOptions): number {
  if (isTask(job, options)) return launchSeconds;
  return Math.min(job.timeoutSeconds, longestFunction);
}

/** The queue of a job and the one for what it gives up. */
export function jobQueues(service: string, job: QueueJob, options: StageOptions) {
  const name = logicalName(service, job.queue);
  // AWS advises six times, so that a throttled function does not see its message twice.
  const seconds = Math.min(6 * functionSeconds(job, options), longestVisibility);
  const visibilityTimeout = `${seconds} seconds` as const;
  const transform = { queue: kept };
  const dead = new sst.aws.Queue(`${name}DeadQueue`, {
    visibilityTimeout: `${6 * deadSeconds} seconds`,
    transform,
  });
  const retry = isTask(job, options) ? mostDeliveries : deliveries(job.maxAttempts);
  const dlq = { queue: dead.arn, retry };
  const queue = new sst.aws.Queue(`${name}Queue`, { visibilityTimeout, dlq, transform });
  return { queue, dead };
}

/** Noting what was given up asks no other system. */
export const deadSeconds = 60;

const kept = {
  maxMessageSize: 1024 * 1024,
  messageRetentionSeconds: 14 * 24 * 3600,
  sqsManagedSseEnabled: true,
};
