import { join } from 'node:path';
import { localBlobs } from '#core/platform/adapters/local/blobs/blobs.ts';
import { openDatabase } from '#core/platform/adapters/local/database/database.ts';
import { localQueue } from '#core/platform/adapters/local/queue/queue.ts';
import { localRecords } from '#core/platform/adapters/local/records/records.ts';
import { jobWorld } from '#test/support/jobs/job-world.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { jobsContract, type OpenJobs } from './jobs-suite.ts';
import { runsContract } from './runs-suite.ts';

const open: OpenJobs = async (queues) => {
  const folder = await temporaryFolder();
  const database = openDatabase({ file: join(folder.path, 'app.db') });
  const blobs = localBlobs({ directory: join(folder.path, 'blobs') });
  // The queue keeps a clock of its own, as SQS does.
  const queue = localQueue({ database, blobs, clock: manualClock(), queues });
  const clock = manualClock();
  return jobWorld({
    records: localRecords(database, { clock }),
    queue,
    clock,
    async close() {
      await queue.close();
      await database.close();
      await folder.remove();
    },
  });
};

jobsContract('SQLite', open);
runsContract('SQLite', open);
