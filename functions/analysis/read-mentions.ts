import * as z from 'zod/mini';
import { markRead, readBody } from '#core/analysis/people/discussion/mentions.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
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
