import * as z from 'zod';
import { loadJob } from '#core/host/queues/load-job.ts';
import { job } from '#core/jobs/job.ts';
import { table } from '#core/platform/table.ts';
import type { Source } from '#functions/images/worker/chosen-job.ts';

/** What the sample job records: how often it ran, and the length of the text. */
export const done = table({
  name: 'sample_done',
  version: 1,
  columns: z.object({ id: z.string(), length: z.int(), attempt: z.int() }),
  key: ['id'],
});

const message = z.strictObject({
  id: z.string(),
  text: z.string(),
  /** Fails, or waits until the host stops. */
  how: z.enum(['well', 'badly', 'until-stopped']).default('well'),
});

const work = job({
  queue: 'work',
  message,
  leaseSeconds: 30,
  maxAttempts: 3,
  async run({ platform, message: { id, text, how }, attempt, signal }) {
    if (how === 'badly') throw new Error('it cannot be done');
    if (how === 'until-stopped') {
      process.stdout.write('working\n');
      await new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(new Error('stopped'))),
      );
    }
    await platform.records.put(done, { id, length: text.length, attempt });
  },
});

const declared = {
  ...{ queue: 'work', file: 'sample/work.job.ts', timeoutSeconds: 60, maxAttempts: 3 },
  ...{ concurrency: 1, runsOn: 'worker' as const },
};

/** A manifest of one job, for the worker's entries. */
export const sample: Source = {
  manifest: { sample: { jobs: [declared] } },
  load: async () => work,
};

export const sampleDefinition = (await loadJob(declared, async () => work)).definition;
