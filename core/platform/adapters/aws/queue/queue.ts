import { randomUUID } from 'node:crypto';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { Failure } from '../../../failure.ts';
import type { Blobs } from '../../../ports/blobs.ts';
import type { Message, Queue } from '../../../ports/queue.ts';
import { outage } from '../dynamo/outage.ts';
import { assertWithin, claimChecks } from '../../rules/claim-checks.ts';
import { assertSendOptions, messageGroupId } from '../../rules/send-options.ts';

export interface AwsQueueOptions {
  readonly sqs: () => Promise<SQSClient>;
  /** Holds the text of messages that are too large for SQS. */
  readonly blobs: Pick<Blobs, 'put' | 'get' | 'delete'>;
  /** Queue name to URL, dead letter queues included. That of a FIFO queue ends with `.fifo`. */
  readonly urls: Readonly<Record<string, string>>;
}

const maxVisibilitySeconds = 12 * 3600;

/** SQS's answers to a receipt of an earlier delivery, or of a message that is gone. */
const stale = /^(ReceiptHandleIsInvalid|MessageNotInflight|InvalidParameterValue|InvalidIdFormat)/;

/** Queues on SQS. */
export function awsQueue(options: AwsQueueOptions): Queue {
  const claims = claimChecks(options.blobs);
  const closing = new AbortController();

  return {
    async send(queue, body, options = {}) {
      const QueueUrl = urlOf(queue);
      assertSendOptions(isOrdered(QueueUrl), options);
      const MessageBody = await claims.checkIn(queue, body);
      const { SendMessageCommand } = await import('./sdk.ts');
      const { delaySeconds = 0, group } = options;
      // SQS refuses DelaySeconds of a message in a FIFO queue. Its deduplication is for repeated
      // requests of the SDK alone.
      const rest =
        group === undefined
          ? { DelaySeconds: delaySeconds }
          : { MessageGroupId: messageGroupId(group), MessageDeduplicationId: randomUUID() };
      const input = { QueueUrl, MessageBody, ...rest };
      try {
        const { MessageId = '' } = await ask((sqs) => sqs.send(new SendMessageCommand(input)));
        return { id: MessageId };
      } catch (error) {
        // After a time-out SQS may have the message all the same: then its text must stay.
        const isUnsent = error instanceof Failure && error.kind !== 'unavailable';
        if (isUnsent) await claims.drop(MessageBody).catch(() => undefined);
        throw error;
      }
    },

    async receive(queue, { max, waitSeconds, signal }) {
      const QueueUrl = urlOf(queue);
      assertWithin('The number of messages', max, 1, 10);
      assertWithin('A wait', waitSeconds, 0, 20);
      const { ReceiveMessageCommand } = await import('./sdk.ts');
      const abortSignal = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
      if (abortSignal.aborted) return [];
      const command = new ReceiveMessageCommand({
        QueueUrl,
        // One answer may hold several messages of a group.
        MaxNumberOfMessages: isOrdered(QueueUrl) ? 1 : max,
        WaitTimeSeconds: waitSeconds,
        MessageSystemAttributeNames: ['ApproximateReceiveCount', 'SentTimestamp', 'MessageGroupId'],
      });
      try {
        const { Messages = [] } = await ask((sqs) => sqs.send(command, { abortSignal }));
        return Messages.map((message): Message => {
          const { MessageId = '', ReceiptHandle = '', Body = '', Attributes = {} } = message;
          return {
            queue,
            id: MessageId,
            receipt: ReceiptHandle,
            body: Body,
            attempts: Number(Attributes.ApproximateReceiveCount),
            sentAt: new Date(Number(Attributes.SentTimestamp)),
            group: Attributes.MessageGroupId,
          };
        });
      } catch (error) {
        // What SQS was handing out at this moment comes back after its visibility time.
        if (abortSignal.aborted) return [];
        throw error;
      }
    },

    open: (body) => claims.open(body),

    async acknowledge({ queue, receipt, body }) {
      const input = { QueueUrl: urlOf(queue), ReceiptHandle: receipt };
      const { DeleteMessageCommand } = await import('./sdk.ts');
      const isDone = await unlessStale(ask((sqs) => sqs.send(new DeleteMessageCommand(input))));
      if (isDone) await claims.drop(body);
    },

    async release({ queue, receipt }, delaySeconds) {
      await changeVisibility(queue, receipt, delaySeconds);
    },

    async extend({ queue, receipt }, seconds) {
      return changeVisibility(queue, receipt, seconds);
    },

    async depth(queue) {
      const { GetQueueAttributesCommand } = await import('./sdk.ts');
      const command = new GetQueueAttributesCommand({
        QueueUrl: urlOf(queue),
        AttributeNames: [
          'ApproximateNumberOfMessages',
          'ApproximateNumberOfMessagesDelayed',
          'ApproximateNumberOfMessagesNotVisible',
        ],
      });
      const { Attributes = {} } = await ask((sqs) => sqs.send(command));
      return {
        waiting: Number(Attributes.ApproximateNumberOfMessages),
        delayed: Number(Attributes.ApproximateNumberOfMessagesDelayed),
        inFlight: Number(Attributes.ApproximateNumberOfMessagesNotVisible),
      };
    },

    async close() {
      closing.abort();
    },
  };

  function urlOf(queue: string): string {
    const url = Object.hasOwn(options.urls, queue) ? options.urls[queue] : undefined;
    if (url === undefined) throw new Failure('missing', 'no_queue', `There is no queue ${queue}`);
    return url;
  }

  async function ask<Reply>(call: (sqs: SQSClient) => Promise<Reply>): Promise<Reply> {
    try {
      return await call(await options.sqs());
    } catch (error) {
      if (error instanceof Error && /QueueDoesNotExist|NonExistentQueue/.test(error.name)) {
        throw new Failure('missing', 'no_queue', 'SQS has no such queue', { cause: error });
      }
      throw outage('SQS', error);
    }
  }

  async function changeVisibility(queue: string, receipt: string, seconds: number) {
    const QueueUrl = urlOf(queue);
    assertWithin('A visibility time', seconds, 0, maxVisibilitySeconds);
    const { ChangeMessageVisibilityCommand } = await import('./sdk.ts');
    const input = { QueueUrl, ReceiptHandle: receipt, VisibilityTimeout: seconds };
    return unlessStale(ask((sqs) => sqs.send(new ChangeMessageVisibilityCommand(input))));
  }
}

function isOrdered(url: string): boolean {
  return url.endsWith('.fifo');
}

async function unlessStale(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof Error && stale.test(error.name)) return false;
    throw error;
  }
}
