import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** Creates the table of a deployment in an emulator, with `expiresAt` as its time-to-live
 * attribute. Repeated: nothing. */
export async function ensureTable(client: DynamoDBClient, name: string): Promise<void> {
  const { CreateTableCommand, waitUntilTableExists } = await import('@aws-sdk/client-dynamodb');
  try {
    await client.send(
      new CreateTableCommand({
        TableName: name,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [
          { AttributeName: 'pk', AttributeType: 'S' },
          { AttributeName: 'sk', AttributeType: 'S' },
        ],
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
      }),
    );
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ResourceInUseException') throw error;
  }
  await waitUntilTableExists({ client, maxWaitTime: 30, minDelay: 0.05 }, { TableName: name });
}
