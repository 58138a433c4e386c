import type { BatchGetItemCommandOutput, DynamoDBClient } from '@aws-sdk/client-dynamodb';

interface Input {
  readonly ConsistentRead?: boolean;
  readonly RequestItems?: Record<string, { Keys?: object[]; ConsistentRead?: boolean }>;
}
type Reply = Partial<BatchGetItemCommandOutput>;

/** A DynamoDB client with a hook before each request and after each reply. The caller gets whatever
 * `before` throws. */
export function watchedClient(
  client: () => Promise<DynamoDBClient>,
  before: (command: string, input: Input) => void,
  after: (command: string, reply: Reply) => Reply = (_, reply) => reply,
): () => Promise<DynamoDBClient> {
  return async () => {
    const real = await client();
    const send = async (command: { input: Input }) => {
      before(command.constructor.name, command.input);
      return after(command.constructor.name, (await real.send(command as never)) as Reply);
    };
    return { send } as never;
  };
}
