import * as z from 'zod/mini';
import type { Handler } from '#core/http/endpoint.ts';
import { json } from '#core/http/reply/reply.ts';
import { Failure } from '#core/platform/failure.ts';
import { signInBeside } from '../beside.ts';
import { loginCookies, sessionTokens } from '../cookies.ts';
import { logIn } from '../log-in.ts';
import { assertNotCrossSite } from '../same-origin.ts';
import { endSessions } from '../sessions.ts';
import { whoSchema } from './me.ts';
import type { ReadRules, UserEndpoint } from './user-endpoint.ts';

/** `mayMiss`: a missing field is 400 with a sentence, not a 422 of the validator. */
export function login(
  endpoint: UserEndpoint,
  readRules: ReadRules,
  { mayMiss = false } = {},
): Handler {
  const field = () => (mayMiss ? z._default(z.string(), '') : z.string());
  return endpoint({
    summary: 'Sign in and start a session',
    access: 'public',
    body: z.strictObject({ username: field(), api_key: field() }),
    replies: {
      200: { description: 'Signed in; sets the session cookies', schema: whoSchema },
      ...(mayMiss && { 400: { description: 'Username or key is missing' } }),
      401: { description: 'Wrong username or key' },
      429: {
        description: 'Too many wrong keys from this address; wait as long as Retry-After says',
      },
    },
    async run({ platform, request, body }) {
      assertNotCrossSite(request);
      if (mayMiss && (body.username === '' || body.api_key === '')) {
        throw new Failure('invalid', 'missing_login', 'Username and api_key are required');
      }
      const rules = await readRules(platform);
      const { token, ...who } = await logIn(platform, rules, body, request.address);
      const tokens = sessionTokens(request.cookies);
      const beside = await signInBeside(platform, rules, who.username, tokens);
      const others = await endSessions(platform, beside);
      const cookies = loginCookies(rules, { token, username: who.username }, others);
      return json(200, who, { cookies });
    },
  });
}
