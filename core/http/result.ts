import type { HttpRequest } from './request.ts';
import type { HostContext } from './host-context.ts';
import type { Reply } from './reply.ts';
import { abandon, isRead } from './conditional.ts';
import { Failure } from '../platform/failure.ts';

/** An API Gateway v2 result; `body` is a stream only towards a host that said it can send one. */
export interface HttpResult {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly cookies?: readonly string[];
  readonly body: string | AsyncIterable<Uint8Array>;
  readonly isBase64Encoded: boolean;
}

// Lambda's synchronous limit is 6 MB of JSON, in which bytes travel as base64.
const bufferedLimit = 4_400_000;

const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
};

export async function resultOf(
  request: HttpRequest,
  reply: Reply,
  context: HostContext,
): Promise<HttpResult> {
  const headers: Record<string, string> = {
    ...everywhere,
    // A page behind a login must not be shown from a cache after the logout.
    'cache-control': isRead(request) && reply.status < 400 ? 'private, no-cache' : 'no-store',
    ...reply.headers,
    'x-request-id': request.id,
  };
  const result = {
    statusCode: reply.status,
    headers,
    ...(reply.cookies?.length ? { cookies: reply.cookies } : {}),
  };
  const { body } = reply;
  if (request.method === 'HEAD') {
    if (typeof body === 'string' || body instanceof Uint8Array) {
      headers['content-length'] = String(Buffer.byteLength(body));
    } else if (body) abandon(body);
    return { ...result, body: '', isBase64Encoded: false };
  }
  if (body === undefined) return { ...result, body: '', isBase64Encoded: false };
  if (typeof body === 'string') return { ...result, body, isBase64Encoded: false };
  if (body instanceof Uint8Array) return { ...result, body: base64(body), isBase64Encoded: true };
  if (context.lantern?.streaming) return { ...result, body, isBase64Encoded: false };
  return { ...result, body: base64(await collect(body)), isBase64Encoded: true };
}

async function collect(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > bufferedLimit) {
      throw new Failure('too-large', 'reply_too_large', 'The answer is too large for this route');
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function base64(body: Uint8Array): string {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64');
}
