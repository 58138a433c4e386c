import type { HttpRequest } from '../request/request.ts';
import type { Reply } from './reply.ts';

/** Attributes that hold addresses, and are no text. */
const local = /(\s)(href|src|action|formaction|next|socket|data-path)="\/(?!\/)/g;
/** A page knows the other services by their own addresses, and by their paths in front. */
const beside = /(\s)href="[^"]*" data-in-front="/g;

/** A service knows its own paths; behind another one's address they lie below its prefix there. */
export function beneath({ prefix }: Pick<HttpRequest, 'prefix'>, reply: Reply): Reply {
  if (prefix === '') return reply;
  const { headers = {}, body } = reply;
  const { location } = headers;
  const isMoved = location !== undefined && /^\/(?!\/)/.test(location);
  const withPlace = isMoved ? { ...headers, location: `${prefix}${location}` } : headers;
  if (typeof body !== 'string' || !headers['content-type']?.startsWith('text/html')) {
    return { ...reply, headers: withPlace };
  }
  const text = body
    .replace(local, `$1$2="${prefix}/`)
    .replace(beside, '$1href="')
    .replace('<html ', `<html data-prefix="${prefix}" `);
  return { ...reply, headers: withPlace, body: text };
}
