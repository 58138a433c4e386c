import { account, json, region } from '../aws-http.ts';
import { kind, written, type Kinds } from '../kind.ts';

type QueueInputs = { readonly name: string } & Record<string, unknown>;

const attributes = {
  visibilityTimeoutSeconds: 'VisibilityTimeout',
  delaySeconds: 'DelaySeconds',
  messageRetentionSeconds: 'MessageRetentionPeriod',
  maxMessageSize: 'MaximumMessageSize',
  receiveWaitTimeSeconds: 'ReceiveMessageWaitTimeSeconds',
  redrivePolicy: 'RedrivePolicy',
  sqsManagedSseEnabled: 'SqsManagedSseEnabled',
  deduplicationScope: 'DeduplicationScope',
  fifoThroughputLimit: 'FifoThroughputLimit',
};

const arnOf = (name: string) => `arn:aws:sqs:${region}:${account}:${name}`;

export const queues: Kinds = {
  'aws:sqs/queue:Queue': kind<QueueInputs>({
    async create(inputs) {
      const { QueueUrl } = await json<{ QueueUrl: string }>('sqs', 'AmazonSQS.CreateQueue', {
        QueueName: inputs.name,
        // SQS refuses FifoQueue=false.
        Attributes: {
          ...attributesOf(inputs),
          ...(inputs['fifoQueue'] === true && { FifoQueue: 'true' }),
        },
      });
      return { id: QueueUrl, outputs: { url: QueueUrl, arn: arnOf(inputs.name) } };
    },
    async update(id, inputs) {
      const asked = { QueueUrl: id, Attributes: attributesOf(inputs) };
      await json('sqs', 'AmazonSQS.SetQueueAttributes', asked);
      return { id, outputs: { url: id, arn: arnOf(inputs.name) } };
    },
    remove: (id) => json('sqs', 'AmazonSQS.DeleteQueue', { QueueUrl: id }),
  }),

  'aws:sqs/queuePolicy:QueuePolicy': written<{ queueUrl: string; policy: string }>(
    async ({ queueUrl }) => ({ id: queueUrl }),
  ),
};

function attributesOf(inputs: QueueInputs): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([name]) => inputs[name] !== undefined)
      .map(([name, attribute]) => [attribute, String(inputs[name])]),
  );
}
