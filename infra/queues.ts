import { deliveries, type QueueJob } from '#functions/service-manifest.ts';
import { logicalName } from './names.ts';
import type { StageOptions } from './stage.ts';

const maxVisibilitySeconds = 12 * 3600;
const maxFunctionSeconds = 900;
/** SQS's maximum. A message that waits for a free task is delivered many times; job() counts its
 * attempts. */
const maxDeliveries = 1000;

/** A launcher starts a task within seconds: see functions/images/worker/launch.ts. */
export const launchSeconds = 60;

export function hasTasks({ agent, worker }: StageOptions): boolean {
  return agent || worker === 'task';
}

/** Tasks do the work of the job; a function starts them. */
export function isTask({ runsOn }: QueueJob, options: StageOptions): boolean {
  return runsOn === 'worker' && hasTasks(options);
}

/** The timeout of the function that reads the queue. If a job needs more time than a function has, it is cut
 * off and finally given up, unless the stage uses tasks. */
export function functionSeconds(job: QueueJob, options: StageOptions): number {
  if (isTask(job, options)) return launchSeconds;
  return Math.min(job.timeoutSeconds, maxFunctionSeconds);
}

/** The queue of a job and its dead letter queue. */
export function jobQueues(service: string, job: QueueJob, options: StageOptions) {
  const name = logicalName(service, job.queue);
  // AWS advises six times the function's time-out, so that a throttled function does not see its
  // message twice.
  const seconds = Math.min(6 * functionSeconds(job, options), maxVisibilitySeconds);
  const visibilityTimeout = `${seconds} seconds` as const;
  const fifo = job.ordered === true;
  const transform = { queue: { ...settings, ...(fifo && manyGroups) } };
  const dead = new sst.aws.Queue(`${name}DeadQueue`, {
    visibilityTimeout: `${6 * deadSeconds} seconds`,
    fifo,
    transform,
  });
  const retry = isTask(job, options) ? maxDeliveries : deliveries(job.maxAttempts);
  const dlq = { queue: dead.arn, retry };
  const queue = new sst.aws.Queue(`${name}Queue`, { visibilityTimeout, fifo, dlq, transform });
  return { queue, dead };
}

/** Recording a given-up message calls no other system. */
export const deadSeconds = 60;

const settings = {
  maxMessageSize: 1024 * 1024,
  messageRetentionSeconds: 14 * 24 * 3600,
  sqsManagedSseEnabled: true,
};

/** High throughput: limits count for each group, not for the whole FIFO queue, which takes 300 calls
 * a second otherwise. */
const manyGroups = { deduplicationScope: 'messageGroup', fifoThroughputLimit: 'perMessageGroupId' };
