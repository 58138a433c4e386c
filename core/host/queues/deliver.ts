import { platform as openPlatform } from '#core/home/platform.ts';
import type { QueueFunction } from '#core/jobs/job.ts';
import type { Message } from '#core/platform/ports/queue.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { eventOf } from './queue-event.ts';

interface Delivery {
  readonly platform: Platform;
  readonly handler: QueueFunction;
  /** Aborts when the job must hand its message back. */
  readonly signal: AbortSignal;
}

/** Hands a message to its function as SQS and Lambda do: acknowledged unless the function reports
 * it as failed. True when the message is done. */
export async function deliver(
  message: Message,
  { platform, handler, signal }: Delivery,
): Promise<boolean> {
  const result = await handler(eventOf([message]), { lantern: { platform, signal } });
  const isDone = result.batchItemFailures.length === 0;
  if (isDone) await platform.queue.acknowledge(message);
  return isDone;
}

/** The same for a process that works one message of the cloud off and ends. */
export async function deliverOne(
  message: Message,
  delivery: Omit<Delivery, 'platform'>,
): Promise<boolean> {
  const platform = await openPlatform();
  const isDone = await deliver(message, { platform, ...delivery });
  await platform.close();
  return isDone;
}
