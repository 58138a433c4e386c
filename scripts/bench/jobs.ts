import { laptop } from '../../core/home/homes.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { poll } from '#core/host/queues/poller.ts';
import { job } from '#core/jobs/job.ts';
import { localBlobs } from '#core/platform/adapters/local/blobs/blobs.ts';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { openDatabase } from '#core/platform/adapters/local/database/database.ts';
import { localQueue } from '#core/platform/adapters/local/queue/queue.ts';
import { localRecords } from '#core/platform/adapters/local/records/records.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Queue } from '#core/platform/ports/queue.ts';
import type { Line } from './line.ts';

const messages = 2_000;
const workers = 16;
const body = JSON.stringify({ kind: 'page', note: 'n'.repeat(200) });

/** The overhead of schema, lease and poller over the queue alone. */
export async function lines(): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lantern-bench-'));
  const database = openDatabase({ file: join(folder, 'app.db') });
  const clock = systemClock();
  const queue = localQueue({
    database,
    blobs: localBlobs({ directory: join(folder, 'blobs') }),
    clock,
    queues: ['bare', 'work'].map((name) => ({ name, visibilitySeconds: 60, maxAttempts: 3 })),
  });
  const records = localRecords(database);
  try {
    const platform: Partial<Platform> = { home: laptop, records, queue, clock, log: () => {} };
    const bare = await perSecond(() => bareLives(queue));
    const jobs = await perSecond(() => jobLives(platform as Platform));
    const name = `Jobs with an empty run, ${workers} at once, against the bare queue`;
    return [
      { name, value: Math.round(jobs), unit: '1/s', roof: Math.round(bare), ratio: jobs / bare },
    ];
  } finally {
    await queue.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Sends, receives and acknowledges like the poller, without a job. */
async function bareLives(queue: Queue): Promise<void> {
  await fill(queue, 'bare');
  let left = messages;
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (left > 0) {
        const received = await queue.receive('bare', { max: 1, waitSeconds: 0 });
        if (received.length === 0) return;
        left -= received.length;
        await Promise.all(received.map((message) => queue.acknowledge(message)));
      }
    }),
  );
}

async function jobLives(platform: Platform): Promise<void> {
  const { queue } = platform;
  await fill(queue, 'work');
  const all = Promise.withResolvers<void>();
  let left = messages;
  const { handler } = job({
    queue: 'work',
    message: z.object({ kind: z.string(), note: z.string() }),
    leaseSeconds: 60,
    maxAttempts: 3,
    async run() {
      left -= 1;
      if (left === 0) all.resolve();
    },
  });
  const poller = poll({ platform, queue: 'work', handler, concurrency: workers });
  await all.promise;
  await poller.stop(10_000);
}

async function fill(queue: Queue, name: string): Promise<void> {
  await Promise.all(Array.from({ length: messages }, () => queue.send(name, body)));
}

async function perSecond(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (messages * 1000) / (performance.now() - start);
}
