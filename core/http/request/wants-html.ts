import type { HttpRequest } from './request.ts';

/** Browsers ask for a page; programs and our pages' scripts ask for JSON. */
export function wantsHtml({ headers }: Pick<HttpRequest, 'headers'>): boolean {
  return headers['accept']?.includes('text/html') === true;
}
