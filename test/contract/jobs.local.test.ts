import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { localBlobs } from '#core/platform/adapters/local/blobs/blobs.ts';
import { localQueue } from '#core/platform/adapters/local/queue/queue.ts';
import { localRecords } from '#core/platform/adapters/local/records/records.ts';
import { runHere } from '#core/runs/run-here.ts';
import { atEnd } from '#test/support/at-end.ts';
import { jobWorld } from '#test/support/jobs/job-world.ts';
import { toyId, toyRunType } from '#test/support/jobs/toy-run.ts';
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

it('answers a request before it removes what its run has left', async () => {
  const { platform } = await open([]);
  const toy = toyRunType(2);
  await toy.insert(platform);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    await runHere(platform, toy.type, toyId, toy.steps);
    for (let at = 0; at < 100; at += 1) await turn();
    expect(toy.tidied).toEqual([]);
    vi.advanceTimersByTime(100);
    await vi.waitUntil(() => toy.tidied.length > 0, { timeout: 10_000 });
  } finally {
    vi.useRealTimers();
  }
});
