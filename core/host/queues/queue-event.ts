import type { SQSEvent, SQSRecord } from 'aws-lambda';
import type { Message } from '#core/platform/ports/queue.ts';

/** Messages as Lambda hands them to a function. */
export function eventOf(messages: readonly Message[]): SQSEvent {
  return { Records: messages.map(recordOf) };
}

function recordOf(message: Message): SQSRecord {
  const sentMs = String(message.sentAt.getTime());
  return {
    messageId: message.id,
    receiptHandle: message.receipt,
    body: message.body,
    attributes: {
      ApproximateReceiveCount: String(message.attempts),
      SentTimestamp: sentMs,
      SenderId: 'local',
      ApproximateFirstReceiveTimestamp: sentMs,
      ...(message.group !== undefined && { MessageGroupId: message.group }),
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: `arn:aws:sqs:local:000000000000:${message.queue}`,
    awsRegion: 'local',
  };
}
