import { codedTag, compress, isText, leastCompressed } from '#core/text/compress.ts';
import { codingOf } from './coding.ts';
import { etagOf, isRead } from './conditional.ts';
import type { Reply } from './reply.ts';
import type { HttpRequest } from '../request/request.ts';

/** Chooses the content coding of a reply. It runs before conditional(), because each coding has an
 * ETag of its own. */
export function negotiated(request: HttpRequest, reply: Reply): Reply {
  const { body, headers = {} } = reply;
  if (!isText(headers['content-type'])) return reply;
  const varying = { ...reply, headers: { ...headers, vary: 'accept-encoding' } };
  const coding = isCompressible(reply) ? codingOf(request) : undefined;
  if (!coding) return varying;
  const etag = isRead(request) ? (reply.etag ?? etagOf(body)) : undefined;
  return { ...varying, coding, ...(etag !== undefined && { etag: codedTag(etag, coding) }) };
}

/** Compresses the body as negotiated() chose. */
export function compressed(reply: Reply): Reply | Promise<Reply> {
  const { coding, body, ...rest } = reply;
  if (!coding || !isWhole(body)) return reply;
  const { 'content-length': _length, 'accept-ranges': _ranges, ...headers } = reply.headers ?? {};
  const coded = { ...rest, headers: { ...headers, 'content-encoding': coding } };
  return compress(body, coding).then((bytes) => ({ ...coded, body: bytes }));
}

/**
 * Replies with no-store hold a secret that is shown once; compressed beside text that an attacker
 * chooses, its length would leak it (BREACH). A range is one of the uncompressed text.
 */
function isCompressible({ status, headers, body }: Reply): boolean {
  return (
    isWhole(body) &&
    body.length >= leastCompressed &&
    status !== 206 &&
    headers?.['content-encoding'] === undefined &&
    headers?.['cache-control'] !== 'no-store'
  );
}

function isWhole(body: Reply['body']): body is string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array;
}
