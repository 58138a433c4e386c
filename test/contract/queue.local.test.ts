import { join } from 'node:path';
import { localBlobs } from '#core/platform/adapters/local/blobs/blobs.ts';
import { localQueue } from '#core/platform/adapters/local/queue/queue.ts';
import { atEnd } from '#test/support/at-end.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { temporaryDatabase } from '#test/support/temporary-database.ts';
import { queueContract, type OpenQueue } from './queue-suite.ts';

const open: OpenQueue = async (queues) => {
  const { database, directory } = await temporaryDatabase();
  const blobs = localBlobs({ directory: join(directory, 'blobs') });
  const clock = manualClock();
  const queue = localQueue({ database, blobs, clock, queues });
  atEnd(() => queue.close());
  return { queue, advance: (seconds) => clock.advance(seconds * 1000) };
};

queueContract('SQLite', open, { visibilitySeconds: 5, realTime: false, exactDepth: true });
