import * as z from 'zod/mini';
import { json } from '#core/http/reply/reply.ts';
import { schemeOf } from '#core/http/request/origin.ts';
import { assertNotCrossSite } from '#core/identity/same-origin.ts';
import { endSession } from '#core/identity/sessions.ts';
import { logInViewer, viewerCookie, viewerSession } from '#core/logs/access/session.ts';
import { logsLoginPage } from '#core/logs/pages/login-page.ts';
import { localPath } from '#core/web/urls.ts';
import { endpoint } from './endpoint.ts';
import { form, page } from './page.ts';
import { viewerReplies } from './replies.ts';

export const show = page({
  summary: 'Show the login page of the log viewer',
  access: 'viewer',
  query: z.object({ next: z._default(z.string(), '') }),
  replies: { 404: { description: 'The log viewer is disabled' } },
  show: ({ frame: { assets }, query: { next } }) => logsLoginPage({ assets, next }),
});

export const submit = form({
  summary: 'Sign in to the log viewer with LOGS_KEY',
  access: 'viewer',
  replies: {
    200: { description: 'Signed in' },
    401: { description: 'The key is wrong' },
    403: { description: 'The server has no LOGS_KEY, or the form is from another site' },
    404: { description: 'The log viewer is disabled' },
    429: { description: 'Too many wrong keys; wait as long as Retry-After says' },
  },
  async act({ platform, request, body }) {
    assertNotCrossSite(request);
    const token = await logInViewer(platform, body['key']?.trim() ?? '', request.address);
    const cookies = [viewerSession(token, schemeOf(request.headers) === 'https')];
    const path = localPath(body['next'], '/logs/deliveries');
    return { status: 200, data: { ok: true }, cookies, page: { path } };
  },
  async again({ body, frame }, { code, message }) {
    if (code === 'cross_origin') return undefined;
    return logsLoginPage({ assets: frame.assets, next: body['next'] ?? '', error: message });
  },
});

export const logout = endpoint({
  summary: 'Sign out of the log viewer',
  access: 'viewer',
  tags: ['mcp_exclude'],
  replies: {
    ...viewerReplies,
    200: { description: 'Signed out', schema: z.strictObject({ ok: z.literal(true) }) },
  },
  async run({ platform, request }) {
    assertNotCrossSite(request);
    const token = request.cookies.get(viewerCookie);
    if (token !== undefined) await endSession(platform, token);
    const isSecure = schemeOf(request.headers) === 'https';
    return json(200, { ok: true }, { cookies: [viewerSession(undefined, isSecure)] });
  },
});
