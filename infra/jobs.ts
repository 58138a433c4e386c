import type { QueueJob } from '#functions/service-manifest.ts';
import { handlerFunction } from './functions.ts';
import { logicalName } from './names.ts';
import { receivePermissions } from './permissions.ts';
import { deadSeconds, functionSeconds, isTask } from './queues.ts';
import type { World } from './service-world.ts';
import type { StageOptions } from './stage.ts';
import { workerFunction } from './worker-function.ts';
import { launcher } from './worker-task.ts';

/** One message per call: a slow message does not delay others. */
const batch = { size: 1, partialResponses: true };

/** Lambda's lowest maximumConcurrency for a queue; the highest is 1,000. */
const fewest = 2;

function atOnce(concurrency: number, { ordered }: QueueJob) {
  function eventSourceMapping(args: aws.lambda.EventSourceMappingArgs): undefined {
    args.scalingConfig = { maximumConcurrency: Math.max(fewest, concurrency) };
    // Lambda refuses the setting for a FIFO queue.
    if (ordered) delete args.maximumBatchingWindowInSeconds;
  }
  return { batch, transform: { eventSourceMapping } };
}

/** The functions that work off a service's queues and record given-up messages. */
export function jobs(world: World, options: StageOptions): void {
  for (const job of world.manifest.jobs) {
    const queues = world.queues.get(job.queue);
    if (!queues) continue;
    const { queue, dead } = queues;
    // A launcher ends within seconds; `most` limits its tasks.
    const concurrency = isTask(job, options) ? fewest : job.concurrency;
    queue.subscribe(worker(world, job, queue, options), atOnce(concurrency, job));
    const noting = handlerFunction(world, {
      name: logicalName(job.file, 'dead'),
      file: job.file,
      exported: 'dead',
      seconds: deadSeconds,
      permissions: receivePermissions(dead),
    });
    dead.subscribe(noting.arn, atOnce(fewest, job));
  }
}

function worker(
  world: World,
  job: QueueJob,
  queue: sst.aws.Queue,
  options: StageOptions,
): $util.Output<string> {
  const seconds = functionSeconds(job, options);
  if (job.runsOn === 'worker') {
    return isTask(job, options)
      ? launcher(world, job, queue)
      : workerFunction(world, job, queue, seconds);
  }
  const { arn } = handlerFunction(world, {
    name: logicalName(job.file, 'job'),
    file: job.file,
    exported: 'handler',
    seconds,
    permissions: receivePermissions(queue),
  });
  return arn;
}
