import { pushReports, pushResult } from '#core/analysis/issues/portal/push-reports.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';
import { jobParams } from './job-route.ts';

export const handler = endpoint({
  summary: 'Writes the classes of an analysis to the report portal',
  access: 'writer',
  params: jobParams,
  replies: {
    200: { description: 'What was written, and what was not', schema: pushResult },
    202: { description: 'The analysis has not ended yet' },
    400: { description: 'A setting of the server is missing' },
    403: { description: 'The portal is not enabled, or the caller is not in ALLOWED_USERS' },
    404: { description: 'No such job' },
    409: { description: 'The analysis failed' },
  },
  run: async ({ platform, caller, params }) =>
    json(200, await pushReports(platform, caller, params.job_id)),
});
