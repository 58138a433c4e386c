import * as z from 'zod/mini';
import { addComment, commentBody } from '#core/analysis/people/discussion/comment.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';
import { jobParams, writeReplies } from './job-route.ts';

export const handler = endpoint({
  summary: 'Comments on a failure; `@name` mentions a user',
  access: 'writer',
  params: jobParams,
  body: commentBody,
  replies: {
    201: { description: 'Added', schema: z.object({ id: z.int() }) },
    ...writeReplies,
  },
  async run({ platform, caller, params, body }) {
    return json(201, { id: await addComment(platform, caller, params.job_id, body) });
  },
});
