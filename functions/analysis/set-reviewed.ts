import * as z from 'zod/mini';
import { reviewBody, setReviewed } from '#core/analysis/people/discussion/review.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';
import { jobParams, writeReplies } from './job-route.ts';

export const handler = endpoint({
  summary: 'Marks a failure as reviewed, or as not reviewed',
  access: 'writer',
  params: jobParams,
  body: reviewBody,
  replies: {
    200: {
      description: 'Marked',
      schema: z.object({ status: z.literal('ok'), reviewed_by: z.string() }),
    },
    ...writeReplies,
  },
  async run({ platform, caller, params, body }) {
    await setReviewed(platform, caller, params.job_id, body);
    return json(200, { status: 'ok', reviewed_by: caller.username });
  },
});
