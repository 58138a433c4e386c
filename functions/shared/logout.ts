import * as z from 'zod/mini';
import { json } from '#core/http/reply.ts';
import { clearSession, sessionCookie } from '#core/identity/cookies.ts';
import { assertNotCrossSite } from '#core/identity/same-origin.ts';
import { endSession } from '#core/identity/sessions.ts';
import type { ReadRules, ServiceEndpoint } from './endpoint.ts';

/** Whom a logout without a session is for is the service's to say. */
export function logout<Access extends string>(
  endpoint: ServiceEndpoint<Access>,
  access: Access,
  readRules: ReadRules,
) {
  return endpoint({
    summary: 'Ends the session',
    access,
    replies: { 200: { description: 'Logged out', schema: z.object({ ok: z.literal(true) }) } },
    async run({ platform, request }) {
      assertNotCrossSite(request);
      const token = request.cookies.get(sessionCookie);
      if (token !== undefined) await endSession(platform, token);
      const { secureCookies } = await readRules(platform);
      return json(200, { ok: true }, { cookies: [clearSession(secureCookies)] });
    },
  });
}
