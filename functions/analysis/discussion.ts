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
  summary: 'List the comments of an analysis, and which failures are reviewed',
  access: 'public',
  params: jobParams,
  replies: {
    200: { description: 'The comments, oldest first', schema: views.discussion },
    404: { description: 'No such job' },
  },
  async run({ platform, params }) {
    const { readDiscussion } = await import('#core/analysis/people/discussion/review.ts');
    return json(200, await readDiscussion(platform, params.job_id));
  },
});

export const add = endpoint({
  summary: 'Add a comment to a failure; `@name` mentions a user',
  access: 'writer',
  params: jobParams,
  // 10,000 characters are more bytes, escaped ones six times as many.
  bodyLimit: 131_072,
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
  summary: 'Delete a comment; administrators can delete those of others',
  access: 'namedWriter',
  params: z.object({ ...jobParams.shape, comment_id: idParam }),
  replies: {
    200: { description: 'Deleted', schema: z.object({ status: z.literal('deleted') }) },
    401: { description: 'You have no username' },
    404: { description: 'No such comment, or it is not yours' },
  },
  async run({ platform, caller, params }) {
    await deleteComment(platform, caller, params.job_id, params.comment_id);
    return json(200, { status: 'deleted' });
  },
});

export const review = endpoint({
  summary: 'Mark a failure as reviewed or not reviewed',
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
  summary: 'Get the number of reviewed failures of an analysis',
  access: 'public',
  params: jobParams,
  replies: {
    200: { description: 'The counts', schema: views.reviewStatus },
    404: { description: 'No such job' },
  },
  run: async ({ platform, params }) => json(200, await readReviewStatus(platform, params.job_id)),
});

export const mentions = endpoint({
  summary: 'List the comments that mention you',
  access: 'named',
  replies: {
    200: { description: 'Newest first, at most 100', schema: views.mentionList },
    401: { description: 'You have no username' },
  },
  run: async ({ platform, caller }) => json(200, await listMentions(platform, caller)),
});

export const readMentions = endpoint({
  summary: 'Mark your mentions as read: those with the given ids, or all',
  access: 'namedWriter',
  body: readBody,
  replies: {
    200: {
      description: 'The number of mentions that were unread',
      schema: z.object({ read: z.int() }),
    },
    401: { description: 'You have no username' },
  },
  async run({ platform, caller, body }) {
    return json(200, { read: await markRead(platform, caller, body) });
  },
});
