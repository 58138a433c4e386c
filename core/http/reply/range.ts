import type { ByteRange } from '#core/platform/ports/blobs.ts';
import { abandon } from './conditional.ts';
import type { ReplyBody } from './reply.ts';
import type { HttpRequest } from '../request/request.ts';

/** Reads the part of a file that a request asks for, or all of it. With If-Range that names another
 * version, all of it. */
export async function readRange<Content extends { etag: string; body: ReplyBody } | undefined>(
  request: Pick<HttpRequest, 'method' | 'headers'>,
  read: (range?: ByteRange) => Promise<Content>,
): Promise<Content> {
  const range = rangeOf(request);
  const validator = request.headers['if-range'];
  if (range && validator !== undefined) {
    const whole = await read();
    if (validator !== `"${whole?.etag}"`) return whole;
    if (typeof whole?.body === 'object' && Symbol.asyncIterator in whole.body) abandon(whole.body);
  }
  return read(range);
}

/** Several ranges, other units, malformed headers and other methods than GET are ignored: the whole
 * file is always a valid answer. */
function rangeOf({ method, headers }: Pick<HttpRequest, 'method' | 'headers'>) {
  const [, first, last] =
    /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(headers['range']?.trim() ?? '') ?? [];
  if (method !== 'GET' || first === undefined || last === undefined) return undefined;
  if (first === '') return last === '' ? undefined : { suffix: Number(last) };
  if (last === '') return { first: Number(first) };
  return Number(last) < Number(first) ? undefined : { first: Number(first), last: Number(last) };
}
