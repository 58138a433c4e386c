import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Environment } from '../../../ports/environment.ts';
import type { Secrets } from '../../../ports/secrets.ts';
import { dynamo, pause } from '../dynamo/dynamo.ts';
import { encodeExact, newToken } from '../records/order.ts';
import { turns } from '../dynamo/turns.ts';

export interface AwsSecretsOptions {
  readonly client: () => Promise<DynamoDBClient>;
  /** The DynamoDB table of the deployment. */
  readonly table: string;
  readonly environment: Environment;
}

// Rounds of waiting for another maker, about 1.5 s; after that it counts as dead.
const PATIENCE = 16;

/**
 * Configured secrets come from the environment, into which cloud-environment.ts has put the stage's.
 * Our own live in DynamoDB: whoever puts the item makes the value and adds it; the others wait
 * for it, and take the item over when its maker has died.
 */
export function awsSecrets(options: AwsSecretsOptions): Secrets {
  const { environment } = options;
  const store = dynamo(options);
  const inTurn = turns();

  async function keep(name: string, make: () => string): Promise<string> {
    const key = { pk: `k#${encodeExact([name])}`, sk: 'k' };
    const token = newToken();
    const mine = { pk: { S: key.pk }, sk: { S: key.sk }, token: { S: token } };
    let [waitedFor, rounds] = ['', 0];
    for (;;) {
      const found = await store.get(key);
      const value = found?.['value']?.S;
      if (value !== undefined) return value;
      const maker = found?.['token']?.S;
      if (maker !== token) {
        if (maker !== undefined && maker !== waitedFor) [waitedFor, rounds] = [maker, 0];
        if (maker !== undefined && ++rounds < PATIENCE) await pause(rounds);
        else
          await store.put(
            mine,
            maker === undefined ? 'absent' : { attribute: 'token', equals: maker },
          );
        continue;
      }
      const held = { attribute: 'token', equals: token };
      let made: string;
      try {
        made = make();
      } catch (error) {
        await store.delete(key, held);
        throw error;
      }
      // Under another token: who is about to take the item over must not, now that it is complete.
      const complete = { ...mine, token: { S: newToken() }, value: { S: made } };
      await store.put(complete, held);
    }
  }

  return {
    async read(name) {
      const value = variable(environment, name);
      return value === '' ? undefined : value;
    },

    keep: (name, make) => inTurn(name, () => keep(name, make)),
  };
}

function variable(environment: Environment, name: string): string | undefined {
  return Object.hasOwn(environment, name) ? environment[name] : undefined;
}
