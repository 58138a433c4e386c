import { codedTag, compress, isText, leastCompressed } from '#core/text/compress.ts';
import { codingOf } from './coding.ts';
import { etagOf } from './conditional.ts';
import type { Reply } from './reply.ts';
import type { HttpRequest } from '../request/request.ts';

/** Chooses the content coding of a reply. It runs before conditional(), because each coding has an
 * ETag of its own. */
export function negotiated(request: HttpRequest, reply: Reply): Reply {
  const { body, headers = {} } = reply;
  if (!isText(headers['content-type'])) return reply;
  const varying = { ...reply, headers: { ...headers, vary: 'accept-encoding' } };
  const coding = codingOf(request);
  if (!coding || !isCompressible(reply)) return varying;
  const etag = reply.etag ?? etagOf(body);
  return { ...varying, coding, ...(etag !== undefined && { etag: codedTag(etag, coding) }) };
}

/** Compresses the body as negotiated() chose. */
export async function compressed(reply: Reply): Promise<Reply> {
  const { coding, body, ...rest } = reply;
  if (!coding || !isWhole(body)) return reply;
  const { 'content-length': _length, 'accept-ranges': _ranges, ...headers } = reply.headers ?? {};
  return {
    ...rest,
    headers: { ...headers, 'content-encoding': coding },
    body: await compress(body, coding),
  };
}

/**
 * Replies with no-store hold a secret that is shown once; compressed beside text that an attacker
 * chooses, its length would leak it (BREACH). A range is one of the uncompressed text.
 */
function isCompressible({ status, headers, body }: Reply): boolean {
  return (
    isWhole(body) &&
    Buffer.byteLength(body) >= leastCompressed &&
    status !== 206 &&
    headers?.['content-encoding'] === undefined &&
    headers?.['cache-control'] !== 'no-store'
  );
}

function isWhole(body: Reply['body']): body is string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array;
}
