import type { QueueJob } from '#functions/service-manifest.ts';
import { handlerFunction } from './functions.ts';
import { logicalName } from './names.ts';
import { receivePermissions } from './permissions.ts';
import { deadSeconds, functionSeconds, isTask } from './queues.ts';
import type { World } from './service-world.ts';
import type { StageOptions } from './stage.ts';
import { workerFunction } from './worker-function.ts';
import { launcher } from './worker-task.ts';

/** One message for each call: a slow one holds up no other. */
const batch = { size: 1, partialResponses: true };

/** The fewest calls at once that Lambda lets a queue be bound to; the most is 1,000. */
const fewest = 2;

function atOnce(concurrency: number) {
  const scalingConfig = { maximumConcurrency: Math.max(fewest, concurrency) };
  return { batch, transform: { eventSourceMapping: { scalingConfig } } };
}

/** The functions that work a service's queues off, and note what these gave up. */
export function jobs(world: World, options: StageOptions): void {
  for (const job of world.manifest.jobs) {
    const queues = world.queues.get(job.queue);
    if (!queues) continue;
    const { queue, dead } = queues;
    // A launcher is done in seconds, and counts the tasks.
    const concurrency = isTask(job, options) ? fewest : job.concurrency;
    queue.subscribe(worker(world, job, queue, options), atOnce(concurrency));
    const noting = handlerFunction(world, {
      name: logicalName(job.file, 'dead'),
      ...{ file: job.file, exported: 'dead', seconds: deadSeconds },
      permissions: receivePermissions(dead),
    });
    dead.subscribe(noting.arn, atOnce(fewest));
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
    ...{ file: job.file, exported: 'handler', seconds },
    permissions: receivePermissions(queue),
  });
  return arn;
}
