import * as z from 'zod/mini';
import { json } from '#core/http/reply/reply.ts';
import { schemeOf } from '#core/http/request/origin.ts';
import { assertNotCrossSite } from '#core/identity/same-origin.ts';
import { endSession } from '#core/identity/sessions.ts';
import { viewerCookie, viewerSession } from '#core/logs/access/session.ts';
import { endpoint } from './endpoint.ts';
import { viewerReplies } from './replies.ts';

export const handler = endpoint({
  summary: 'Ends the session of the login',
  access: 'viewer',
  tags: ['mcp_exclude'],
  replies: {
    ...viewerReplies,
    200: { description: 'Logged out', schema: z.strictObject({ ok: z.literal(true) }) },
  },
  async run({ platform, request }) {
    assertNotCrossSite(request);
    const token = request.cookies.get(viewerCookie);
    if (token !== undefined) await endSession(platform, token);
    const isSecure = schemeOf(request.headers) === 'https';
    return json(200, { ok: true }, { cookies: [viewerSession(undefined, isSecure)] });
  },
});
