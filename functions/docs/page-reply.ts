import { docsBrowserFiles } from '#core/docs/pages/browser-files.ts';
import { errorPage } from '#core/docs/pages/error-page.ts';
import type { PageFrame } from '#core/docs/pages/views.ts';
import { errorReply } from '#core/http/errors.ts';
import { html, type Reply } from '#core/http/reply.ts';
import type { HttpRequest } from '#core/http/request.ts';
import { wantsHtml } from '#core/http/wants-html.ts';
import type { Caller } from '#core/identity/rules.ts';
import { isFailure, type Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { pageAssets } from '#core/web/page-assets.ts';
import { pageHeaders } from '#core/web/policy.ts';
import { signIn } from './sign-in.ts';

export async function frameOf(platform: Platform, caller: Caller): Promise<PageFrame> {
  const { username: name, role, isAdmin, via } = caller;
  return {
    assets: await pageAssets(platform.assets, docsBrowserFiles),
    user: { name, role, ...(via === 'session' && { logoutUrl: '/logout' }) },
    isAdmin,
    now: platform.clock.now(),
  };
}

export function pageReply(document: string, status = 200): Reply {
  return html(status, document, { headers: pageHeaders() });
}

/** An error page for browsers; programs get the failure as JSON. */
export async function orErrorPage(
  {
    platform,
    request,
    ways,
  }: {
    readonly platform: Platform;
    readonly request: HttpRequest;
    readonly ways?: Ways;
  },
  run: () => Promise<Reply>,
): Promise<Reply> {
  try {
    return await run();
  } catch (error) {
    if (!isFailure(error)) throw error;
    return explain(error, request, platform, ways);
  }
}

type Ways = Parameters<typeof errorPage>[3];

/** For `explain` of an endpoint that browsers open. */
export async function explain(
  failure: Failure,
  request: HttpRequest,
  platform: Platform,
  ways?: Ways,
): Promise<Reply> {
  if (!wantsHtml(request)) throw failure;
  if (failure.kind === 'unauthorized') return signIn(request);
  const { status, headers } = errorReply(failure, request.id, 'detail', platform.log);
  const assets = await pageAssets(platform.assets, docsBrowserFiles);
  const reply = pageReply(errorPage(assets, status, failure, ways), status);
  // Such as Retry-After.
  return { ...reply, headers: { ...headers, ...reply.headers } };
}
