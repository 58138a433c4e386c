import type { SQSClient } from '@aws-sdk/client-sqs';
import type { QueueDefinition } from '#core/platform/ports/queue.ts';

const forever = {
  MaximumMessageSize: String(1024 * 1024),
  MessageRetentionPeriod: String(14 * 24 * 3600),
};

/** Creates each queue and its `<name>-dead` in an emulator, or sets these attributes on existing
 * ones. Returns the URLs by name without `prefix`. */
export async function ensureQueues(
  sqs: SQSClient,
  definitions: readonly QueueDefinition[],
  prefix = '',
): Promise<Record<string, string>> {
  const { CreateQueueCommand, GetQueueAttributesCommand, SetQueueAttributesCommand } =
    await import('#core/platform/adapters/aws/queue/sdk.ts');

  async function ensure(
    name: string,
    ordered: true | undefined,
    attributes: Record<string, string>,
  ): Promise<string> {
    // Without those that may change: with other ones SQS refuses an existing name.
    const input = ordered
      ? { QueueName: `${prefix}${name}.fifo`, Attributes: { FifoQueue: 'true' } }
      : { QueueName: prefix + name };
    const created = await sqs.send(new CreateQueueCommand(input));
    const QueueUrl = created.QueueUrl ?? '';
    await sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: attributes }));
    return QueueUrl;
  }

  const urls: Record<string, string> = {};
  for (const { name, visibilitySeconds, maxAttempts, ordered } of definitions) {
    const VisibilityTimeout = String(visibilitySeconds);
    const dead = await ensure(`${name}-dead`, ordered, { ...forever, VisibilityTimeout });
    const input = { QueueUrl: dead, AttributeNames: ['QueueArn' as const] };
    const { Attributes } = await sqs.send(new GetQueueAttributesCommand(input));
    const RedrivePolicy = JSON.stringify({
      deadLetterTargetArn: Attributes?.QueueArn,
      maxReceiveCount: maxAttempts,
    });
    urls[`${name}-dead`] = dead;
    urls[name] = await ensure(name, ordered, { ...forever, VisibilityTimeout, RedrivePolicy });
  }
  return urls;
}
