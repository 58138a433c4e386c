import type { Environment } from '#core/platform/ports/environment.ts';

type Headers = Readonly<Record<string, string | undefined>>;

/** The scheme that the browser used. Headers of untrusted peers were removed before (S13). */
export function schemeOf({ 'x-forwarded-proto': forwarded }: Headers): 'http' | 'https' {
  return forwarded?.split(',', 1)[0]?.trim() === 'https' ? 'https' : 'http';
}

/** Whether the Origin header names the scheme, host and port that the request was sent to. */
export function isOwnOrigin(headers: Headers): boolean {
  const { origin, host } = headers;
  if (origin === undefined || host === undefined) return false;
  const own = `${schemeOf(headers)}://${host}`;
  return (
    URL.canParse(own) && URL.canParse(origin) && new URL(origin).origin === new URL(own).origin
  );
}

/** As sent: API Gateway's WebSocket API keeps the case of names. */
export type SocketHeaders = Readonly<Record<string, string | undefined>>;

/**
 * For the function that accepts a socket. Our own server has compared the Origin header with its
 * host before. In the cloud a WebSocket API has a host of its own, and LANTERN_ORIGIN has the
 * addresses of the service's pages (S12). Programs send no such header.
 */
export function isAllowedOrigin(
  headers: SocketHeaders,
  { LANTERN_ORIGIN: addresses }: Environment,
): boolean {
  const [, origin] = Object.entries(headers).find(([name]) => /^origin$/i.test(name)) ?? [];
  if (addresses === undefined || origin === undefined) return true;
  const own = addresses.split(' ').map((address) => new URL(address).origin);
  return URL.canParse(origin) && own.includes(new URL(origin).origin);
}
