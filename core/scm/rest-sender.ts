import { Failure } from '#core/platform/failure.ts';
import type { Fetch } from '#core/platform/ports/fetch.ts';
import type { SendToScm } from './send.ts';

export interface RestOptions {
  /** Without a slash at the end. */
  readonly url: string;
  readonly token?: string;
  /** Only the operator's environment named the URL: it may be a private address (S4). */
  readonly trusted: boolean;
}

const version = '2022-11-28';

export function restSender({ fetch }: { readonly fetch: Fetch }, options: RestOptions): SendToScm {
  const { url: base, token, trusted } = options;
  const { origin } = new URL(base);
  return async ({ method, path, accept, body, timeoutMilliseconds, maxBytes, signal }) => {
    const url = path.startsWith('/') ? base + path : path;
    // A Link header must not send the token to another host.
    if (URL.parse(url)?.origin !== origin) {
      const message = 'The code host named a page on another host; it was not requested';
      throw new Failure('upstream', 'foreign_page', message);
    }
    return fetch(url, {
      method,
      headers: {
        accept,
        'x-github-api-version': version,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
      timeoutMilliseconds,
      maxBytes,
      trusted,
      ...(signal && { signal }),
      // A renamed repository redirects. Reading only: a redirected POST would become a GET.
      ...(method === 'GET' && { redirects: 3 }),
    });
  };
}
