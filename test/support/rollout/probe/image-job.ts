import * as z from 'zod/mini';
import { job } from '#core/jobs/job.ts';

/** In the manifest for jobs of the worker image; it is never called. */
export const { handler, dead, definition } = job({
  queue: 'probe-image',
  message: z.object({ name: z.string() }),
  leaseSeconds: 60,
  maxAttempts: 3,
  run: async () => {},
});
