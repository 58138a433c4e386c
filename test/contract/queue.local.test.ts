import { join } from 'node:path';
import { localBlobs } from '#core/platform/adapters/local/blobs/blobs.ts';
import { openDatabase } from '#core/platform/adapters/local/database/database.ts';
import { localQueue } from '#core/platform/adapters/local/queue/queue.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { queueContract } from './queue-suite.ts';

queueContract(
  'SQLite',
  async (queues) => {
    const folder = await temporaryFolder();
    const database = openDatabase({ file: join(folder.path, 'app.db') });
    const blobs = localBlobs({ directory: join(folder.path, 'blobs') });
    const clock = manualClock();
    const queue = localQueue({ database, blobs, clock, queues });
    return {
      queue,
      advance: (seconds) => clock.advance(seconds * 1000),
      async close() {
        await queue.close();
        await database.close();
        await folder.remove();
      },
    };
  },
  { visibilitySeconds: 5, realTime: false, exactDepth: true },
);
