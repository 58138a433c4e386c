import { awsBlobs } from '#core/platform/adapters/aws/blobs/blobs.ts';
import { awsRecords } from '#core/platform/adapters/aws/records/records.ts';
import { freshTable } from '#test/support/emulators/fresh-table.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { onBackend } from '#test/support/emulators/on-backend.ts';
import { recordsContract } from './records-suite.ts';

onBackend((on) => {
  const open = async () => {
    const { dynamodb: client, s3 } = on.clients();
    const table = await freshTable(on);
    const blobs = awsBlobs({ s3, bucket: on.bucket });
    const clock = manualClock();
    const records = () => awsRecords({ client, table, blobs, clock });
    return { clock, records: records(), reopen: async () => records() };
  };
  recordsContract(`DynamoDB on ${on.backend.services.dynamodb}`, open, {
    modelRuns: 15,
  });
});
