import { readReviewStatus } from '#core/analysis/people/discussion/review.ts';
import { reviewStatus } from '#core/analysis/base/schema/views.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';
import { jobParams } from './job-route.ts';

export const handler = endpoint({
  summary: 'How many failures of an analysis are reviewed',
  access: 'public',
  params: jobParams,
  replies: {
    200: { description: 'The counts', schema: reviewStatus },
    404: { description: 'No such job' },
  },
  run: async ({ platform, params }) => json(200, await readReviewStatus(platform, params.job_id)),
});
