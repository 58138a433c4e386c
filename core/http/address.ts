import type { HttpRequest } from './request.ts';

/** Path and query of a request as a URL that leads to it again. */
export function addressOf({ path, query }: Pick<HttpRequest, 'path' | 'query'>): string {
  return withQuery(path, query);
}

/** A decoded path and a query as a URL on this site, in the ASCII that a header takes. */
export function withQuery(path: string, query: URLSearchParams): string {
  const encoded = encodedPath(path);
  return query.size === 0 ? encoded : `${encoded}?${query.toString()}`;
}

export function encodedPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
