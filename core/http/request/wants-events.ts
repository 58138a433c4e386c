import type { HttpRequest } from './request.ts';

/** Whether the client asks for server-sent events. */
export function wantsEvents({ headers }: Pick<HttpRequest, 'headers'>): boolean {
  return headers['accept']?.includes('text/event-stream') === true;
}
