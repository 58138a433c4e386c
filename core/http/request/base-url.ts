import { schemeOf } from './origin.ts';
import type { HttpRequest } from './request.ts';

/** Scheme, host and prefix of the request, for commands that a page shows. Only plain host names and
 * ports are taken over. */
export function baseUrlOf({ headers, prefix }: Pick<HttpRequest, 'headers' | 'prefix'>): string {
  const host = headers['host'] ?? '';
  const isPlain = /^[a-z0-9.-]+(:\d{1,5})?$|^\[[0-9a-f:]+\](:\d{1,5})?$/i.test(host);
  return `${schemeOf(headers)}://${isPlain ? host : 'localhost'}${prefix}`;
}
