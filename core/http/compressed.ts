import { codedTag, compress, isText, leastCompressed } from '../text/compress.ts';
import { codingOf } from './coding.ts';
import { etagOf } from './conditional.ts';
import type { Reply } from './reply.ts';
import type { HttpRequest } from './request.ts';

/** The reply in the form that this client gets: it comes before the question whether the client has
 * it already, because each form has an ETag of its own. */
export function negotiated(request: HttpRequest, reply: Reply): Reply {
  const { body, headers = {} } = reply;
  if (!isText(headers['content-type'])) return reply;
  const varying = { ...reply, headers: { ...headers, vary: 'accept-encoding' } };
  const coding = codingOf(request);
  if (!coding || !isCompressible(reply)) return varying;
  const etag = reply.etag ?? etagOf(body);
  return { ...varying, coding, ...(etag !== undefined && { etag: codedTag(etag, coding) }) };
}

/** Does what negotiated() has decided. */
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
 * What must not be stored holds a secret that is shown once: beside text of another's choice its
 * compressed length would tell about it (BREACH). A part is one of the text as it is.
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
