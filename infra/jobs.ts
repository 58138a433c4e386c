import type { QueueJob } from '#functions/manifest.ts';
import { handlerFunction } from './functions.ts';
import { logicalName } from './names.ts';
import { receivePermissions } from './permissions.ts';
import type { World } from './service-world.ts';

/** One message for each call: a slow one holds up no other, and a partial answer is a whole one. */
const batch = { size: 1, partialResponses: true };

/** The functions that work a service's queues off, and what they gave up. */
export function jobs(world: World): void {
  for (const job of world.manifest.jobs) {
    const queues = world.queues.get(job.queue);
    if (!queues) continue;
    const { queue, dead } = queues;
    queue.subscribe(subscriber(world, job, 'handler', queue), { batch });
    dead.subscribe(subscriber(world, job, 'dead', dead), { batch });
  }
}

function subscriber(
  world: World,
  job: QueueJob,
  exported: 'handler' | 'dead',
  queue: sst.aws.Queue,
): $util.Output<string> {
  const { arn } = handlerFunction(world, {
    name: logicalName(job.file, exported === 'dead' ? 'dead' : 'job'),
    ...{ file: job.file, exported, seconds: job.timeoutSeconds },
    permissions: receivePermissions(queue),
  });
  return arn;
}
