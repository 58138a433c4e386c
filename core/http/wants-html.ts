import type { HttpRequest } from './request.ts';

/** A browser asks for a page; programs, and the scripts of our own pages, ask for data. */
export function wantsHtml({ headers }: Pick<HttpRequest, 'headers'>): boolean {
  return headers['accept']?.includes('text/html') === true;
}
