import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe } from 'vitest';
import { awsBlobs } from '#core/platform/adapters/aws/blobs.ts';
import { awsClients } from '#core/platform/adapters/aws/clients.ts';
import type { AwsClients } from '#core/platform/adapters/aws/clients.ts';
import { ensureTable } from '#core/platform/adapters/aws/ensure-table.ts';
import { awsRecords } from '#core/platform/adapters/aws/records.ts';
import { backends, startEmulators } from '#test/support/emulators.ts';
import type { Emulators } from '#test/support/emulators.ts';
import { recordsContract } from './records-suite.ts';

for (const backend of backends()) {
  describe(backend.name, () => {
    let emulators: Emulators;
    let clients: AwsClients;
    let worlds = 0;
    const bucket = `lantern-records-${process.pid}`;

    beforeAll(async () => {
      emulators = await startEmulators(backend);
      const { region, credentials } = emulators;
      clients = awsClients({ region, credentials, endpoints: emulators });
      await (await clients.s3()).send(new CreateBucketCommand({ Bucket: bucket }));
    });
    afterAll(async () => {
      await clients.close();
      await emulators.stop();
    });

    const open = async () => {
      const table = `lantern-${process.pid}-${++worlds}`;
      await ensureTable(await clients.dynamodb(), table);
      const blobs = awsBlobs({ s3: clients.s3, bucket });
      const records = () => awsRecords({ client: clients.dynamodb, table, blobs });
      return { records: records(), reopen: async () => records(), close: async () => {} };
    };
    recordsContract(`DynamoDB on ${backend.services.dynamodb}`, open, { modelRuns: 15 });
  });
}
