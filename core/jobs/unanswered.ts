import type { SQSEvent } from 'aws-lambda';
import { platform as openPlatform } from '../platform/index.ts';
import { bury } from './dead-letter.ts';
import type { JobContext, QueueFunction } from './job.ts';
import { eachMessage, messageOf } from './sqs-event.ts';

/**
 * Listens to `<queue>-dead`, where a message lands whose worker never answered: killed, out of
 * memory or out of time. There is no error to keep, so the record says just that.
 */
export function unanswered(queue: string): QueueFunction {
  return async (event: SQSEvent, context: JobContext = {}) => {
    const platform = context.lantern?.platform ?? (await openPlatform());
    return eachMessage(event.Records, async (record) => {
      const message = messageOf(record, queue);
      const body = await platform.queue.open(message.body);
      const reason =
        'The worker ended without an answer at every try: killed, out of memory or out of time';
      await bury(platform, { ...message, body }, reason);
      platform.log('ERROR', 'job never answered', { queue, id: message.id });
      return true;
    });
  };
}
