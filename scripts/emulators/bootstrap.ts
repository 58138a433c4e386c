import type { QueueDefinition } from '#core/platform/ports/queue.ts';
import type { AwsClients } from '#core/platform/adapters/aws/clients/clients.ts';
import { ensureBucket } from './ensure-bucket.ts';
import { ensureQueues } from './ensure-queues.ts';
import { ensureTable } from './ensure-table.ts';

export interface Bootstrap extends Pick<AwsClients, 'dynamodb' | 's3' | 'sqs'> {
  readonly table: string;
  readonly bucket: string;
  readonly queues: readonly QueueDefinition[];
  /** A prefix of every queue's name: several test worlds share one emulator. */
  readonly queuePrefix?: string;
}

/** Creates in an emulator what the rollout creates in AWS: the table, the bucket and the queues.
 * Returns the queues' URLs by name. Repeated: nothing. */
export async function bootstrapAws(world: Bootstrap): Promise<{ urls: Record<string, string> }> {
  const [urls] = await Promise.all([
    world.sqs().then((sqs) => ensureQueues(sqs, world.queues, world.queuePrefix)),
    world.s3().then((s3) => ensureBucket(s3, world.bucket)),
    world.dynamodb().then((dynamodb) => ensureTable(dynamodb, world.table)),
  ]);
  return { urls };
}
