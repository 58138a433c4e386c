import { schemeOf } from '#core/http/request/origin.ts';
import { assertNotCrossSite } from '#core/identity/same-origin.ts';
import { logInViewer } from '#core/logs/access/log-in.ts';
import { viewerSession } from '#core/logs/access/session.ts';
import { logsLoginPage } from '#core/logs/pages/login-page.ts';
import { localPath } from '#core/web/urls.ts';
import { form } from './form.ts';

export const handler = form({
  summary: 'The form that asks for LOGS_KEY, which opens a session',
  access: 'viewer',
  replies: {
    200: { description: 'Signed in' },
    401: { description: 'The key is wrong' },
    403: { description: 'The server has no LOGS_KEY, or the form is of another site' },
    404: { description: 'The log viewer is switched off' },
    429: { description: 'Too many wrong keys; Retry-After says how long' },
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
