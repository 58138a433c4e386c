import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Environment } from '../../../ports/environment.ts';
import type { Secrets } from '../../../ports/secrets.ts';
import { dynamo } from '../dynamo/dynamo.ts';
import { encodeExact, newToken } from '../records/order.ts';

export interface AwsSecretsOptions {
  readonly client: () => Promise<DynamoDBClient>;
  /** The DynamoDB table of the deployment. */
  readonly table: string;
  readonly environment: Environment;
}

/** Configured secrets come from the environment, where cloud-environment.ts has put the stage's.
 * Generated ones are items in DynamoDB; the first writer of an item wins. */
export function awsSecrets(options: AwsSecretsOptions): Secrets {
  const { environment } = options;
  const store = dynamo(options);

  return {
    async read(name) {
      return Object.hasOwn(environment, name) ? environment[name] || undefined : undefined;
    },

    async keep(name, make) {
      const key = { pk: `k#${encodeExact([name])}`, sk: 'k' };
      for (;;) {
        const item = await store.get(key);
        if (item) return item['value']?.S ?? '';
        const newItem = { pk: { S: key.pk }, sk: { S: key.sk }, value: { S: make() } };
        await store.transact([{ put: newItem, condition: 'absent' }], newToken());
      }
    },
  };
}
