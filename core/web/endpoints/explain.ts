import { encodedPath } from '#core/http/request/address.ts';
import { errorReply } from '#core/http/reply/errors.ts';
import { html, type Reply } from '#core/http/reply/reply.ts';
import type { HttpRequest } from '#core/http/request/request.ts';
import { wantsHtml } from '#core/http/request/wants-html.ts';
import type { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Frame, Way } from '../frame.ts';
import { pageAssets, type PageFiles } from '../page-assets.ts';
import { pageHeaders } from '../policy.ts';
import { toLogin } from '../to-login.ts';

/** What all pages of a service share. */
export interface Site<Caller, Framed extends Frame> {
  frame(platform: Platform, caller: Caller): Promise<Framed>;
  /** Files that the pages load in addition to the kit. */
  readonly files: PageFiles;
  /** Matches the paths that show a page when they are opened. */
  readonly pages: RegExp;
  /** The link of error pages. */
  readonly home: Way;
  /** Sentences for people in place of a failure's message, by code. */
  readonly sentences?: Readonly<Record<string, string>>;
}

export function pageReply(document: string, status = 200, sockets?: string): Reply {
  return html(status, document, { headers: pageHeaders(sockets) });
}

/** Shows browsers an error page, or redirects them to the login; programs get the failure as JSON. */
export function explainer(site: Omit<Site<never, Frame>, 'frame'>) {
  // A form leads to the page that has it.
  const waysFrom = ({ method, path }: HttpRequest, { kind }: Failure): Way[] => {
    const hasPage = site.pages.test(path) && path !== site.home.url && kind !== 'missing';
    if (method !== 'POST' || !hasPage) return [site.home];
    return [{ url: encodedPath(path), label: 'Back to the page' }, site.home];
  };
  return async (
    failure: Failure,
    request: HttpRequest,
    platform: Platform,
    ways: readonly Way[] = waysFrom(request, failure),
  ): Promise<Reply> => {
    if (!wantsHtml(request)) throw failure;
    if (failure.kind === 'unauthorized') return toLogin(request, site.pages);
    const { errorPage } = await import('../pages/error-page.ts');
    const { status, headers } = errorReply(failure, request.id, 'detail', platform.log);
    const assets = await pageAssets(platform, site.files);
    const { code, message } = failure;
    const sentences = site.sentences ?? {};
    const reply = pageReply(errorPage(assets, { status, code, message, ways, sentences }), status);
    // Such as Retry-After.
    return { ...reply, headers: { ...headers, ...reply.headers } };
  };
}
