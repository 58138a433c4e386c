import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { awsClients } from '#core/platform/adapters/aws/clients.ts';
import type { AwsClients } from '#core/platform/adapters/aws/clients.ts';
import { ensureTable } from '#core/platform/adapters/aws/ensure-table.ts';
import { startEmulators } from './emulators.ts';
import type { Backend } from './emulators.ts';

export interface AwsWorld {
  readonly clients: AwsClients;
  readonly bucket: string;
  /** A DynamoDB table that is still empty. */
  readonly table: () => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Emulators with clients, a bucket, and as many tables as a test asks for. */
export async function awsWorld(backend: Backend): Promise<AwsWorld> {
  const emulators = await startEmulators(backend);
  const { region, credentials } = emulators;
  const clients = awsClients({ region, credentials, endpoints: emulators });
  const name = `lantern-${process.pid}-${Date.now().toString(36)}`;
  await (await clients.s3()).send(new CreateBucketCommand({ Bucket: name }));
  let tables = 0;
  return {
    clients,
    bucket: name,
    async table() {
      const table = `${name}-${++tables}`;
      await ensureTable(await clients.dynamodb(), table);
      return table;
    },
    async close() {
      await clients.close();
      await emulators.stop();
    },
  };
}
