import * as z from 'zod/mini';
import { json } from '#core/http/reply/reply.ts';
import { schemeOf } from '#core/http/request/origin.ts';
import { assertNotCrossSite } from '#core/identity/same-origin.ts';
import { endSession } from '#core/identity/sessions.ts';
import { logInViewer } from '#core/logs/access/log-in.ts';
import { viewerCookie, viewerSession } from '#core/logs/access/session.ts';
import { endpoint } from './endpoint.ts';
import { viewerReplies } from './replies.ts';

const ok = z.strictObject({ ok: z.literal(true) });

export const login = endpoint({
  summary: 'Opens a session for reading and replaying deliveries',
  access: 'viewer',
  tags: ['mcp_exclude'],
  body: z.strictObject({ key: z.string().check(z.trim()) }),
  replies: {
    ...viewerReplies,
    200: { description: 'Sets the cookie of the session', schema: ok },
    401: { description: 'The key is wrong' },
    403: { description: 'The server has no LOGS_KEY, or the request comes from another site' },
    429: { description: 'Too many wrong keys from this address; Retry-After says how long' },
  },
  async run({ platform, request, body }) {
    assertNotCrossSite(request);
    const token = await logInViewer(platform, body.key, request.address);
    const isSecure = schemeOf(request.headers) === 'https';
    return json(200, { ok: true }, { cookies: [viewerSession(token, isSecure)] });
  },
});

export const logout = endpoint({
  summary: 'Ends the session',
  access: 'viewer',
  tags: ['mcp_exclude'],
  replies: { ...viewerReplies, 200: { description: 'Logged out', schema: ok } },
  async run({ platform, request }) {
    assertNotCrossSite(request);
    const token = request.cookies.get(viewerCookie);
    if (token !== undefined) await endSession(platform, token);
    const isSecure = schemeOf(request.headers) === 'https';
    return json(200, { ok: true }, { cookies: [viewerSession(undefined, isSecure)] });
  },
});
