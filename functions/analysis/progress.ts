import { jobProgress, readProgress } from '#core/analysis/jobs/job-progress.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';
import { jobParams } from './job-route.ts';

export const handler = endpoint({
  summary: 'How far an analysis is, without its result',
  access: 'public',
  params: jobParams,
  replies: {
    200: { description: 'Its status, and how many groups are done', schema: jobProgress },
    404: { description: 'No such job' },
  },
  run: async ({ platform, params }) => json(200, await readProgress(platform, params.job_id)),
});
