import { awsBlobs } from '#core/platform/adapters/aws/blobs/blobs.ts';
import { ensureQueues } from '../../scripts/emulators/ensure-queues.ts';
import { awsQueue } from '#core/platform/adapters/aws/queue/queue.ts';
import { awsRecords } from '#core/platform/adapters/aws/records/records.ts';
import { atEnd } from '#test/support/at-end.ts';
import { freshTable } from '#test/support/emulators/fresh-table.ts';
import { unruly } from '#test/support/emulators/fauxqs-corrections.ts';
import { jobWorld } from '#test/support/jobs/job-world.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { onBackend } from '#test/support/emulators/on-backend.ts';
import { jobsContract, type OpenJobs } from './jobs-suite.ts';
import { runsContract } from './runs-suite.ts';

onBackend((on) => {
  const { services } = on.backend;
  const name = `DynamoDB on ${services.dynamodb} and SQS on ${services.sqs}`;
  const openWith = async (prefix: string, queues: Parameters<OpenJobs>[0]) => {
    const { s3, sqs, dynamodb } = on.clients();
    const blobs = awsBlobs({ s3, bucket: on.bucket });
    const urls = await ensureQueues(await sqs(), queues, `${on.unique()}-${prefix}`);
    const queue = awsQueue({ sqs, blobs, urls });
    const table = await freshTable(on);
    const clock = manualClock();
    const records = awsRecords({ client: dynamodb, table, blobs, clock });
    atEnd(() => queue.close());
    return jobWorld({ records, queue, clock });
  };
  const open: OpenJobs = (queues) => openWith('', queues);
  jobsContract(name, open);
  runsContract(name, open);
  runsContract(`${name}, delivered twice and out of order`, (queues) =>
    openWith(`${unruly}-`, queues),
  );
});
