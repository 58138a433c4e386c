import type { SQSEvent } from 'aws-lambda';
import type * as z from 'zod/mini';
import { chain } from '#core/http/middlewares/chain.ts';
import { platform } from '#core/http/middlewares/platform.ts';
import { withLogFields } from '#core/home/log-fields.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { JobDefinition } from './definition.ts';
import { putBack } from './put-back.ts';
import { readMessage, type Delivery } from './read-message.ts';
import { eachMessage, messageOf, type BatchResult } from './sqs-event.ts';
import { take } from './take.ts';

export interface JobContext {
  readonly lantern?: { readonly platform: Platform; readonly signal?: AbortSignal };
}

export type QueueFunction = (event: SQSEvent, context?: JobContext) => Promise<BatchResult>;

type DeclaredKey = 'queue' | 'leaseSeconds' | 'maxAttempts' | 'ordered' | 'workers';

export interface Job {
  /** For the queue. */
  readonly handler: QueueFunction;
  /** For `<queue>-dead`, where messages land that no worker answered. */
  readonly dead: QueueFunction;
  readonly definition: Pick<JobDefinition<z.ZodMiniType>, DeclaredKey>;
}

/**
 * Makes the functions of a queue: the message's schema, one run per piece of work (lease and fence),
 * retries with backoff, and after the last try a dead letter that holds the error.
 */
export function job<Schema extends z.ZodMiniType>(definition: JobDefinition<Schema>): Job {
  const { queue, maxAttempts } = definition;

  /** True when the message has served. */
  const deliver = chain<Delivery, object, boolean>()
    .use(readMessage(definition))
    .use(putBack(queue))
    .handler((delivery, { read, logFields }) =>
      withLogFields(logFields, () => take({ ...delivery, definition, read })),
    );

  const consume = (from: string, tries: number): QueueFunction =>
    chain<SQSEvent, JobContext, BatchResult>()
      .use(platform)
      .handler((event, { platform, lantern }) =>
        eachMessage(event.Records, (record) =>
          deliver({ message: messageOf(record, from), tries, platform, stop: lantern?.signal }),
        ),
      );

  return {
    handler: consume(queue, maxAttempts),
    // Unanswered messages are given up, unless a worker is still at them or has done the work.
    dead: consume(`${queue}-dead`, 0),
    definition,
  };
}
