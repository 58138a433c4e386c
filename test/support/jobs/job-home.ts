import { laptop } from '#core/home/homes.ts';
import { join } from 'node:path';
import * as z from 'zod';
import { localBlobs } from '#core/platform/adapters/local/blobs/blobs.ts';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { openDatabase } from '#core/platform/adapters/local/database/database.ts';
import { localQueue } from '#core/platform/adapters/local/queue/queue.ts';
import { localRecords } from '#core/platform/adapters/local/records/records.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { table } from '#core/platform/table.ts';

/** The records that jobs of the tests write. */
export const steps = table({
  name: 'steps',
  version: 1,
  columns: z.object({ id: z.string(), fence: z.int(), text: z.string() }),
  key: ['id'],
});

/** The parts of a laptop's home that a job needs, with a clock that is so many hours ahead. */
export function openJobHome(folder: string, hours = 0) {
  const system = systemClock();
  const clock = { ...system, now: () => new Date(Date.now() + hours * 3_600_000) };
  const database = openDatabase({ file: join(folder, 'app.db') });
  const queue = localQueue({
    database,
    blobs: localBlobs({ directory: join(folder, 'blobs') }),
    clock,
    queues: [{ name: 'work', visibilitySeconds: 2, maxAttempts: 100 }],
  });
  const records = localRecords(database, { clock });
  const log: Platform['log'] = () => {};
  return {
    platform: { home: laptop, records, queue, clock, log } as Partial<Platform> as Platform,
    async close() {
      await queue.close();
      await database.close();
    },
  };
}
