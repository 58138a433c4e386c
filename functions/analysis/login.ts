import * as z from 'zod/mini';
import { analysisIdentity } from '#core/analysis/identity.ts';
import { json } from '#core/http/reply.ts';
import { setSession, setUsername } from '#core/identity/cookies.ts';
import { logIn } from '#core/identity/log-in.ts';
import { assertNotCrossSite } from '#core/identity/same-origin.ts';
import { Failure } from '#core/platform/failure.ts';
import { endpoint } from './service.ts';

export const handler = endpoint({
  summary: 'Opens a session',
  access: 'public',
  body: z.strictObject({
    username: z._default(z.string(), ''),
    api_key: z._default(z.string(), ''),
  }),
  replies: {
    200: {
      description: 'Logged in; sets the session and username cookies',
      schema: z.object({ username: z.string(), role: z.string(), is_admin: z.boolean() }),
    },
    400: { description: 'Username or key is missing' },
    401: { description: 'Wrong username or key' },
    429: { description: 'Too many wrong keys from this address; Retry-After says how long' },
  },
  async run({ platform, request, body }) {
    assertNotCrossSite(request);
    if (body.username === '' || body.api_key === '') {
      throw new Failure('invalid', 'missing_login', 'Username and api_key are required');
    }
    const rules = await analysisIdentity(platform);
    const { token, ...who } = await logIn(platform, rules, body, request.address);
    const { secureCookies } = rules;
    const cookies = [setSession(token, secureCookies), setUsername(who.username, secureCookies)];
    return json(200, who, { cookies });
  },
});
