import { join } from 'node:path';
import { localBlobs } from '#core/platform/adapters/local/blobs/blobs.ts';
import { localQueue } from '#core/platform/adapters/local/queue/queue.ts';
import { localRecords } from '#core/platform/adapters/local/records/records.ts';
import { atEnd } from '#test/support/at-end.ts';
import { jobWorld } from '#test/support/jobs/job-world.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { temporaryDatabase } from '#test/support/temporary-database.ts';
import { jobsContract, type OpenJobs } from './jobs-suite.ts';
import { runsContract } from './runs-suite.ts';

const open: OpenJobs = async (queues) => {
  const { database, directory } = await temporaryDatabase();
  const blobs = localBlobs({ directory: join(directory, 'blobs') });
  // The queue keeps a clock of its own, as SQS does.
  const queue = localQueue({ database, blobs, clock: manualClock(), queues });
  const clock = manualClock();
  atEnd(() => queue.close());
  return jobWorld({ records: localRecords(database, { clock }), queue, clock });
};

jobsContract('SQLite', open);
runsContract('SQLite', open);
