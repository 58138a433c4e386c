import { afterAll, beforeAll, describe } from 'vitest';
import { awsBlobs } from '#core/platform/adapters/aws/blobs.ts';
import { awsRecords } from '#core/platform/adapters/aws/records.ts';
import { awsWorld } from '#test/support/aws-world.ts';
import type { AwsWorld } from '#test/support/aws-world.ts';
import { backends } from '#test/support/emulators.ts';
import { recordsContract } from './records-suite.ts';

for (const backend of backends()) {
  describe(backend.name, () => {
    let world: AwsWorld;
    beforeAll(async () => {
      world = await awsWorld(backend);
    });
    afterAll(() => world.close());

    const open = async () => {
      const { clients, bucket } = world;
      const table = await world.table();
      const blobs = awsBlobs({ s3: clients.s3, bucket });
      const records = () => awsRecords({ client: clients.dynamodb, table, blobs });
      return { records: records(), reopen: async () => records(), close: async () => {} };
    };
    recordsContract(`DynamoDB on ${backend.services.dynamodb}`, open, { modelRuns: 15 });
  });
}
