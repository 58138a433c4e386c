import { docsIdentity } from '#core/docs/access/identity.ts';
import { redirect } from '#core/http/reply.ts';
import { clearSession, sessionCookie } from '#core/identity/cookies.ts';
import { endSession } from '#core/identity/sessions.ts';
import { endpoint } from './service.ts';

export const handler = endpoint({
  summary: 'Logs out and shows the login',
  access: 'visitor',
  replies: { 302: { description: 'To the login' } },
  async run({ platform, request }) {
    const token = request.cookies.get(sessionCookie);
    if (token !== undefined) await endSession(platform, token);
    const { secureCookies } = docsIdentity(platform.environment);
    return redirect(302, '/login', { cookies: [clearSession(secureCookies)] });
  },
});
