import { addressOf } from '#core/http/request/address.ts';
import { redirect, type Reply } from '#core/http/reply/reply.ts';
import type { HttpRequest } from '#core/http/request/request.ts';
import { localPath } from './urls.ts';

/** Redirects to the login, which leads back to the page. `pages` matches paths that show a page; other
 * paths take forms or serve files. */
export function toLogin(request: HttpRequest, pages: RegExp): Reply {
  const next = pageOf(request, pages);
  return redirect(302, next === '/' ? '/login' : `/login?next=${encodeURIComponent(next)}`);
}

/** The requested page, or the page whose form or link was used. */
function pageOf(request: HttpRequest, pages: RegExp): string {
  const { method, path, headers, prefix } = request;
  if (method !== 'POST' && pages.test(path)) return addressOf(request);
  const { referer = '', host } = headers;
  const from = URL.canParse(referer) ? new URL(referer) : undefined;
  if (from?.host !== host || !from?.pathname.startsWith(prefix)) return '/';
  const page = from.pathname.slice(prefix.length);
  return pages.test(page) ? localPath(`${page}${from.search}`) : '/';
}
