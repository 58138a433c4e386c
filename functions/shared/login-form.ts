import * as z from 'zod/mini';
import { errorReply } from '#core/http/errors.ts';
import { html, redirect } from '#core/http/reply.ts';
import { setSession, setUsername } from '#core/identity/cookies.ts';
import { logIn } from '#core/identity/log-in.ts';
import { loginPage } from '#core/identity/pages/login.ts';
import { assertNotCrossSite } from '#core/identity/same-origin.ts';
import { isFailure } from '#core/platform/failure.ts';
import { pageAssets } from '#core/web/page-assets.ts';
import { pageHeaders } from '#core/web/policy.ts';
import { localPath } from '#core/web/urls.ts';
import type { ReadRules, ServiceEndpoint } from './endpoint.ts';

/** In the words of the form; the JSON interface has a text of its own. */
const wrongLogin = 'Invalid username or API key';

/** `namesUser`: the login also says, in a cookie that proves nothing, who signs comments. */
export function loginForm(
  endpoint: ServiceEndpoint,
  readRules: ReadRules,
  { namesUser = false } = {},
) {
  return endpoint({
    summary: 'The login form',
    access: 'public',
    bodyType: 'form',
    body: z.object({
      // White space comes along when a key is pasted.
      username: z._default(z.string().check(z.trim()), ''),
      api_key: z._default(z.string().check(z.trim()), ''),
      next: z.optional(z.string()),
    }),
    replies: {
      302: { description: 'Logged in' },
      401: { description: 'The page again, with the reason', type: 'text/html' },
      429: { description: 'The same, after too many wrong keys', type: 'text/html' },
    },
    async run({ platform, request, body }) {
      assertNotCrossSite(request);
      const rules = await readRules(platform);
      const { service, secureCookies } = rules;
      try {
        const { token, username } = await logIn(platform, rules, body, request.address);
        const cookies = [setSession(token, secureCookies)];
        if (namesUser) cookies.push(setUsername(username, secureCookies));
        return redirect(302, localPath(body.next), { cookies });
      } catch (error) {
        if (!isFailure(error, 'unauthorized') && !isFailure(error, 'too-many')) throw error;
        const assets = await pageAssets(platform.assets);
        const next = body.next === undefined ? {} : { next: body.next };
        const message = error.kind === 'too-many' ? error.message : wrongLogin;
        const view = { assets, service, error: message, username: body.username, ...next };
        const { status, headers } = errorReply(error, request.id, 'detail', platform.log);
        return html(status, loginPage(view), { headers: { ...headers, ...pageHeaders() } });
      }
    },
  });
}
