import * as z from 'zod/mini';

export const jobParams = z.object({ job_id: z.string() });
