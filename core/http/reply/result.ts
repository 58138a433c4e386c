import type { HttpRequest } from '../request/request.ts';
import type { HostContext } from '../request/host-context.ts';
import type { Reply, ReplyBody } from './reply.ts';
import { abandon, isRead } from './conditional.ts';
import { Failure } from '#core/platform/failure.ts';

/** An API Gateway v2 result. Only hosts that can stream get a body that is no string. */
export interface HttpResult {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly cookies?: readonly string[];
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array>;
  readonly isBase64Encoded: boolean;
}

/** In bytes. Lambda's limit is 6 MB of JSON, in which bytes are base64. */
export const bufferedLimit = 4_400_000;
/** In characters. In JSON a character may take three bytes; longer texts are sent as base64. */
const maxShortLength = 2_000_000;

const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
};

/** An error reply has the cookies too: a session that was renewed needs them. */
export type ReplyContext = HostContext & Partial<Pick<Reply, 'headers' | 'cookies'>>;

export async function resultOf(
  request: Pick<HttpRequest, 'id' | 'method'>,
  reply: Reply,
  context: ReplyContext,
): Promise<HttpResult> {
  const cookies = [...(context.cookies ?? []), ...(reply.cookies ?? [])];
  const headers: Record<string, string> = {
    ...everywhere,
    // After logout a cache must not show pages of the session.
    'cache-control': isRead(request) && reply.status < 400 ? 'private, no-cache' : 'no-store',
    ...context.headers,
    ...reply.headers,
    'x-request-id': request.id,
  };
  const result = {
    statusCode: reply.status,
    headers,
    ...(cookies.length > 0 && { cookies }),
  };
  const { body } = reply;
  if (request.method === 'HEAD') {
    if (typeof body === 'string' || body instanceof Uint8Array) {
      headers['content-length'] = String(Buffer.byteLength(body));
    } else if (body) abandon(body);
    return { ...result, body: '', isBase64Encoded: false };
  }
  if (body === undefined) return { ...result, body: '', isBase64Encoded: false };
  const isShort = typeof body === 'string' && body.length <= maxShortLength;
  if (isShort || context.lantern?.streaming) return { ...result, body, isBase64Encoded: false };
  return { ...result, body: base64(await collect(body)), isBase64Encoded: true };
}

function tooLarge(): Failure {
  return new Failure('too-large', 'reply_too_large', 'The answer is too large for this route');
}

async function collect(body: ReplyBody): Promise<Uint8Array> {
  if (typeof body === 'string' || body instanceof Uint8Array) {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    if (bytes.length > bufferedLimit) throw tooLarge();
    return bytes;
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > bufferedLimit) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function base64(body: Uint8Array): string {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64');
}
