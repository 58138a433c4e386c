import * as z from 'zod/mini';
import { job } from '#core/jobs/job.ts';
import { probes } from './records.ts';

export const { handler, dead, definition } = job({
  queue: 'probe',
  message: z.object({ name: z.string() }),
  leaseSeconds: 60,
  maxAttempts: 3,
  async run({ platform, message: { name }, attempt }) {
    if (name === 'poison') throw new Error('Poisoned');
    await platform.blobs.put(`probe/${name}`, `written for ${name}`);
    await platform.records.put(probes, { name, seen: `job, attempt ${attempt}` });
  },
});
