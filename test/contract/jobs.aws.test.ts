import { awsBlobs } from '#core/platform/adapters/aws/blobs/blobs.ts';
import { ensureQueues } from '../../scripts/emulators/ensure-queues.ts';
import { awsQueue } from '#core/platform/adapters/aws/queue/queue.ts';
import { awsRecords } from '#core/platform/adapters/aws/records/records.ts';
import { atEnd } from '#test/support/at-end.ts';
import { freshTable } from '#test/support/emulators/fresh-table.ts';
import { jobWorld } from '#test/support/jobs/job-world.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { onEachBackend } from '#test/support/emulators/on-each-backend.ts';
import { jobsContract, type OpenJobs } from './jobs-suite.ts';
import { runsContract } from './runs-suite.ts';

onEachBackend((on) => {
  const { services } = on.backend;
  const name = `DynamoDB on ${services.dynamodb} and SQS on ${services.sqs}`;
  const open: OpenJobs = async (queues) => {
    const { s3, sqs, dynamodb } = on.clients();
    const blobs = awsBlobs({ s3, bucket: on.bucket });
    const urls = await ensureQueues(await sqs(), queues, `${on.unique()}-`);
    const queue = awsQueue({ sqs, blobs, urls });
    const table = await freshTable(on);
    const clock = manualClock();
    const records = awsRecords({ client: dynamodb, table, blobs, clock });
    atEnd(() => queue.close());
    return jobWorld({ records, queue, clock });
  };
  jobsContract(name, open);
  runsContract(name, open);
});
