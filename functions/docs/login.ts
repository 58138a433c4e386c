import * as z from 'zod/mini';
import { docsIdentity } from '#core/docs/access/identity.ts';
import { json } from '#core/http/reply.ts';
import { setSession } from '#core/identity/cookies.ts';
import { logIn } from '#core/identity/log-in.ts';
import { assertNotCrossSite } from '#core/identity/same-origin.ts';
import { endpoint } from './service.ts';

export const handler = endpoint({
  summary: 'Opens a session',
  access: 'public',
  body: z.strictObject({ username: z.string(), api_key: z.string() }),
  replies: {
    200: {
      description: 'Logged in; sets the session cookie',
      schema: z.object({ username: z.string(), role: z.string(), is_admin: z.boolean() }),
    },
    401: { description: 'Wrong username or key' },
    429: { description: 'Too many wrong keys from this address; Retry-After says how long' },
  },
  async run({ platform, request, body }) {
    assertNotCrossSite(request);
    const rules = docsIdentity(platform.environment);
    const { token, ...who } = await logIn(platform, rules, body, request.address);
    return json(200, who, { cookies: [setSession(token, rules.secureCookies)] });
  },
});
