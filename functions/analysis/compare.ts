import { readComparison } from '#core/analysis/results/compare.ts';
import { comparison } from '#core/analysis/base/schema/views.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';
import { jobParams } from './job-route.ts';

export const handler = endpoint({
  summary: 'What is new, fixed and still failing since the analysis before',
  access: 'public',
  params: jobParams,
  replies: {
    200: { description: 'Names of tests', schema: comparison },
    202: { description: 'The analysis has not ended yet' },
    404: { description: 'No such job' },
    409: { description: 'The analysis failed' },
  },
  run: async ({ platform, params }) => json(200, await readComparison(platform, params.job_id)),
});
