import { addressOf } from '#core/http/address.ts';
import { redirect, type Reply } from '#core/http/reply.ts';
import type { HttpRequest } from '#core/http/request.ts';
import { wantsHtml } from '#core/http/wants-html.ts';
import { Failure } from '#core/platform/failure.ts';
import { localPath } from '#core/web/urls.ts';

/** Browsers without a session go to the login, and back to the page they came from; programs get
 * a 401. */
export function signIn(request: HttpRequest): Reply {
  if (!wantsHtml(request)) throw new Failure('unauthorized', 'unauthorized', 'Unauthorized');
  const next = pageOf(request);
  return redirect(302, next === '/' ? '/login' : `/login?next=${encodeURIComponent(next)}`);
}

/** Paths that show a page when they are opened. The others take a form or give a file. */
const page = /^\/(?:admin|projects\/[^/]+|docs(?:\/.*)?)?$/;

/** The requested page itself, or the page whose form or link was used. */
function pageOf(request: HttpRequest): string {
  const { method, path, headers } = request;
  if (method !== 'POST' && page.test(path)) return addressOf(request);
  const { referer = '', host } = headers;
  const from = URL.canParse(referer) ? new URL(referer) : undefined;
  if (from?.host !== host || !from || !page.test(from.pathname)) return '/';
  return localPath(`${from.pathname}${from.search}`);
}
