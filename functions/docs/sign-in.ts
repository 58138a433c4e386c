import { redirect, type Reply } from '#core/http/reply.ts';
import type { HttpRequest } from '#core/http/request.ts';
import { wantsHtml } from '#core/http/wants-html.ts';
import { Failure } from '#core/platform/failure.ts';

/** Browsers without a session go to the login, and back where they wanted to; others are told. */
export function signIn(request: HttpRequest, next?: string): Reply {
  if (!wantsHtml(request)) throw new Failure('unauthorized', 'unauthorized', 'Unauthorized');
  return redirect(302, next === undefined ? '/login' : `/login?next=${encodeURIComponent(next)}`);
}
