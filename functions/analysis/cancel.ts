import * as z from 'zod/mini';
import { cancelJob } from '#core/analysis/jobs/cancel-job.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';
import { jobParams } from './job-route.ts';

export const handler = endpoint({
  summary: 'Ends an open analysis',
  access: 'writer',
  params: jobParams,
  replies: {
    202: { description: 'It ends within a second', schema: z.object({ cancelled: z.string() }) },
    404: { description: 'No such job' },
    409: { description: 'It has ended already' },
  },
  run: async ({ platform, caller, params }) =>
    json(202, await cancelJob(platform, caller, params.job_id)),
});
