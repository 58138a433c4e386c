import * as z from 'zod/mini';
import type { Handler } from '#core/http/endpoint.ts';
import { json, redirect } from '#core/http/reply/reply.ts';
import type { HttpRequest } from '#core/http/request/request.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { signOutBeside } from '../beside.ts';
import { sessionTokens, setSessions } from '../cookies.ts';
import { assertNotCrossSite } from '../same-origin.ts';
import { endSessions } from '../sessions.ts';
import type { ReadRules, UserEndpoint } from './user-endpoint.ts';

/** `access` says whether a caller without a session is refused. */
export function logout<Access extends string>(
  endpoint: UserEndpoint<Access>,
  readRules: ReadRules,
  access: Access,
): Handler {
  return endpoint({
    summary: 'Sign out and end the session',
    access,
    replies: { 200: { description: 'Signed out', schema: z.object({ ok: z.literal(true) }) } },
    async run({ platform, request }) {
      assertNotCrossSite(request);
      return json(200, { ok: true }, { cookies: await ended(platform, request, readRules) });
    },
  });
}

/** The link of our pages. */
export function logoutPage(endpoint: UserEndpoint<'visitor'>, readRules: ReadRules): Handler {
  return endpoint({
    summary: 'Sign out and show the login page',
    access: 'visitor',
    replies: { 302: { description: 'Redirect to the login page' } },
    run: async ({ platform, request }) =>
      redirect(302, '/login', { cookies: await ended(platform, request, readRules) }),
  });
}

async function ended(
  platform: Platform,
  { cookies }: HttpRequest,
  readRules: ReadRules,
): Promise<string[]> {
  const beside = await signOutBeside(platform, sessionTokens(cookies));
  const others = await endSessions(platform, beside);
  const { secureCookies } = await readRules(platform);
  return [setSessions(others, secureCookies)];
}
