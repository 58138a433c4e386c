import * as z from 'zod/mini';
import { deleteComment } from '#core/analysis/people/discussion/comment.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';
import { idParam, jobParams } from './job-route.ts';

export const handler = endpoint({
  summary: 'Deletes a comment: one’s own, or as administrator any',
  access: 'namedWriter',
  params: z.object({ ...jobParams.shape, comment_id: idParam }),
  replies: {
    200: { description: 'Deleted', schema: z.object({ status: z.literal('deleted') }) },
    401: { description: 'The caller has no username' },
    404: { description: 'No such comment of the caller' },
  },
  async run({ platform, caller, params }) {
    await deleteComment(platform, caller, params.job_id, params.comment_id);
    return json(200, { status: 'deleted' });
  },
});
