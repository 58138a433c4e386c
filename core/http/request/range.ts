import type { ByteRange } from '#core/platform/ports/blobs.ts';
import type { HttpRequest } from './request.ts';

/** The byte range that a request asks for. Several ranges, other units, malformed headers and
 * If-Range are ignored: the whole file is always a valid answer. */
export function rangeOf({ headers }: Pick<HttpRequest, 'headers'>): ByteRange | undefined {
  if (headers['if-range'] !== undefined) return undefined;
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(headers['range']?.trim() ?? '');
  if (!found) return undefined;
  const [, first = '', last = ''] = found;
  if (first === '') return last === '' ? undefined : { suffix: Number(last) };
  if (last === '') return { first: Number(first) };
  return Number(last) < Number(first) ? undefined : { first: Number(first), last: Number(last) };
}
