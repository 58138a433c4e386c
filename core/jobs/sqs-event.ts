import type { SQSRecord } from 'aws-lambda';
import type { Message } from '#core/platform/ports/queue.ts';

/** A queue message as Lambda hands it over. */
export function messageOf(record: SQSRecord, queue: string): Message {
  const { ApproximateReceiveCount, SentTimestamp, MessageGroupId } = record.attributes;
  return {
    queue,
    id: record.messageId,
    receipt: record.receiptHandle,
    body: record.body,
    attempts: Number(ApproximateReceiveCount),
    sentAt: new Date(Number(SentTimestamp)),
    group: MessageGroupId,
  };
}

export interface BatchResult {
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[];
}

/** Handles each message by itself, so that a poisoned one fails alone. `handle` says whether the
 * message is done; a throw means that it is not. */
export async function eachMessage(
  records: readonly SQSRecord[],
  handle: (record: SQSRecord) => Promise<boolean>,
): Promise<BatchResult> {
  const outcomes = await Promise.allSettled(records.map(handle));
  const failed = records.filter((_, at) => {
    const outcome = outcomes[at];
    return outcome?.status !== 'fulfilled' || !outcome.value;
  });
  return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
}
