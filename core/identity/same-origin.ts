import { isOwnOrigin } from '#core/http/request/origin.ts';
import { Failure } from '#core/platform/failure.ts';

type Headers = Readonly<Record<string, string | undefined>>;

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Browsers send cookies with requests of any site's pages, so a write that a cookie authorizes must
 * come from a page of ours (S12). */
export function assertSameOrigin(request: { method: string; headers: Headers }): void {
  if (reading.has(request.method) || isSameOrigin(request.headers)) return;
  throw new Failure('forbidden', 'cross_origin', 'Cross-origin request refused');
}

/** For writes without a session, such as the login: refused only if the browser says that another
 * site's page sent them. */
export function assertNotCrossSite(request: { headers: Headers }): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin === undefined && site === undefined) return;
  if (isSameOrigin(request.headers) || site === 'none') return;
  throw new Failure('forbidden', 'cross_origin', 'Cross-origin request refused');
}

/** For writes in an unproven name: another site's page may not send them through a visitor's browser. */
export function assertNoForeignWrite(request: { method: string; headers: Headers }): void {
  if (!reading.has(request.method)) assertNotCrossSite(request);
}

function isSameOrigin(headers: Headers): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? isOwnOrigin(headers) : site === 'same-origin';
}
