import * as z from 'zod/mini';
import type { Handler } from '#core/http/endpoint.ts';
import { errorReply } from '#core/http/reply/errors.ts';
import { html, redirect } from '#core/http/reply/reply.ts';
import { isFailure } from '#core/platform/failure.ts';
import { pageAssets } from '#core/web/page-assets.ts';
import { pageHeaders } from '#core/web/policy.ts';
import { localPath } from '#core/web/urls.ts';
import { signInBeside } from '../beside.ts';
import { keyPlace } from '../key-place.ts';
import { loginCookies, sessionTokens } from '../cookies.ts';
import { logIn } from '../log-in.ts';
import { logInByLink } from '../sign-in-link.ts';
import { assertNotCrossSite } from '../same-origin.ts';
import { endSessions } from '../sessions.ts';
import type { ReadRules, UserEndpoint } from './user-endpoint.ts';

/** In the words of the form; the JSON API has another text. */
const wrongLogin = 'Invalid username or API key';

export function loginForm(endpoint: UserEndpoint, readRules: ReadRules): Handler {
  return endpoint({
    summary: 'Sign in with the login form',
    access: 'public',
    bodyType: 'form',
    body: z.object({
      // Pasted keys often have white space around them.
      username: z._default(z.string().check(z.trim()), ''),
      api_key: z._default(z.string().check(z.trim()), ''),
      next: z.optional(z.string()),
      /** From the link that the first start prints; then there is no name and no key. */
      link: z.optional(z.string()),
    }),
    replies: {
      302: { description: 'Signed in' },
      401: { description: 'The login page, with the reason', type: 'text/html' },
      429: { description: 'The login page, after too many wrong keys', type: 'text/html' },
    },
    async run({ platform, request, body }) {
      assertNotCrossSite(request);
      const rules = await readRules(platform);
      try {
        const who = await (body.link === undefined
          ? logIn(platform, rules, body, request.address)
          : logInByLink(platform, rules, body.link));
        const tokens = sessionTokens(request.cookies);
        const beside = await signInBeside(platform, rules, who.username, tokens);
        const others = await endSessions(platform, beside);
        return redirect(302, localPath(body.next), { cookies: loginCookies(rules, who, others) });
      } catch (error) {
        if (!isFailure(error, 'unauthorized') && !isFailure(error, 'too-many')) throw error;
        const pages = await import('../pages/login.ts');
        const message = error.code === 'wrong_login' ? wrongLogin : error.message;
        const { username, next } = body;
        const assets = await pageAssets(platform, { service: rules.service });
        const view = {
          assets,
          ...keyPlace(platform),
          error: message,
          username,
          ...(next && { next }),
        };
        const { status, headers } = errorReply(error, request.id, 'detail', platform.log);
        return html(status, pages.loginPage(view), { headers: { ...headers, ...pageHeaders() } });
      }
    },
  });
}
