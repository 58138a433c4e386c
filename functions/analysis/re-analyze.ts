import { jobQueued, queuedJob } from '#core/analysis/jobs/job-queued.ts';
import { reAnalyze } from '#core/analysis/jobs/start/re-analyze.ts';
import { sharedRequest } from '#core/analysis/base/schema/request.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';
import { jobParams } from './job-route.ts';

export const handler = endpoint({
  summary: 'Analyzes the input of a job again, as a new job',
  access: 'writer',
  params: jobParams,
  body: sharedRequest,
  bodyLimit: 262_144,
  replies: {
    202: { description: 'The new job is queued', schema: queuedJob },
    400: { description: 'The original analysis has no stored input, or wrong settings' },
    404: { description: 'No such job' },
  },
  async run({ platform, caller, params, body }) {
    const job = await reAnalyze(platform, caller, params.job_id, body);
    return json(202, jobQueued(platform, job));
  },
});
