import * as z from 'zod/mini';
import * as views from '#core/analysis/base/schema/views.ts';
import {
  addComment,
  commentBody,
  deleteComment,
} from '#core/analysis/people/discussion/comment.ts';
import { listMentions, markRead, readBody } from '#core/analysis/people/discussion/mentions.ts';
import {
  readReviewStatus,
  reviewBody,
  setReviewed,
} from '#core/analysis/people/discussion/review.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';
import { idParam, jobParams, writeReplies } from '#core/analysis/base/schema/route-parts.ts';

export const list = endpoint({
  summary: 'Comments on the failures of an analysis, and which are reviewed',
  access: 'public',
  params: jobParams,
  replies: {
    200: { description: 'The oldest comment first', schema: views.discussion },
    404: { description: 'No such job' },
  },
  async run({ platform, params }) {
    const { readDiscussion } = await import('#core/analysis/people/discussion/review.ts');
    return json(200, await readDiscussion(platform, params.job_id));
  },
});

export const add = endpoint({
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

export const remove = endpoint({
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

export const review = endpoint({
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

export const reviewStatus = endpoint({
  summary: 'How many failures of an analysis are reviewed',
  access: 'public',
  params: jobParams,
  replies: {
    200: { description: 'The counts', schema: views.reviewStatus },
    404: { description: 'No such job' },
  },
  run: async ({ platform, params }) => json(200, await readReviewStatus(platform, params.job_id)),
});

export const mentions = endpoint({
  summary: 'Comments that mention the caller',
  access: 'named',
  replies: {
    200: { description: 'The newest first, at most 100', schema: views.mentionList },
    401: { description: 'The caller has no username' },
  },
  run: async ({ platform, caller }) => json(200, await listMentions(platform, caller)),
});

export const readMentions = endpoint({
  summary: 'Marks mentions of the caller as read: those with these ids, or all',
  access: 'namedWriter',
  body: readBody,
  replies: {
    200: { description: 'How many were unread', schema: z.object({ read: z.int() }) },
    401: { description: 'The caller has no username' },
  },
  async run({ platform, caller, body }) {
    return json(200, { read: await markRead(platform, caller, body) });
  },
});
