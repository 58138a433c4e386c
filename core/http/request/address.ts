import type { HttpRequest, Query } from './request.ts';

/** The relative URL of a request: path and query. */
export function addressOf({ path, query }: Pick<HttpRequest, 'path' | 'query'>): string {
  return withQuery(path, query);
}

/** A relative URL from a decoded path and a query, in ASCII, as headers need it. */
export function withQuery(path: string, query: Query): string {
  const encoded = encodedPath(path);
  return query.size === 0 ? encoded : `${encoded}?${query.toString()}`;
}

export function encodedPath(path: string): string {
  // The site of a branch has this character in its name.
  return path.split('/').map(encodeURIComponent).join('/').replaceAll('%40', '@');
}
