import { join } from 'node:path';
import { localBlobs } from '#core/platform/adapters/local/blobs/blobs.ts';
import { postgresQueue } from '#core/platform/adapters/postgres/queue/queue.ts';
import { atEnd } from '#test/support/at-end.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { onPostgres } from '#test/support/postgres/on-postgres.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { queueContract, type OpenQueue } from '../queue-suite.ts';

onPostgres(({ database }) => {
  const open: OpenQueue = async (queues) => {
    const { path } = await temporaryFolder();
    const blobs = localBlobs({ directory: join(path, 'blobs') });
    const clock = manualClock();
    const queue = postgresQueue({ database: database(), blobs, clock, queues });
    atEnd(() => queue.close());
    return { queue, advance: (seconds) => clock.advance(seconds * 1000) };
  };

  queueContract('PostgreSQL', open, { visibilitySeconds: 5, realTime: false, exactDepth: true });
});
