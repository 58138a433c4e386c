import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { HttpResult } from '#core/http/reply/result.ts';

/** Writes a function's result; streams respect backpressure. `beforeEnd` keeps the connection open
 * after the whole body is written. */
export async function sendResult(
  response: ServerResponse,
  result: HttpResult,
  isHead: boolean,
  beforeEnd?: () => Promise<void>,
): Promise<void> {
  const { statusCode, cookies, body, isBase64Encoded } = result;
  const headers: Record<string, string | readonly string[]> = { ...result.headers };
  if (cookies) headers['set-cookie'] = cookies;
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    response.writeHead(statusCode, headers as Record<string, string>);
    // If the stream breaks, the connection is cut: the client must not take the part for the whole.
    await pipeline(body, response);
    return;
  }
  // A text leaves in one piece with the headers, but the socket takes twice as long to encode a page.
  const isPage = body.length > 16_384 && /^text\/html/.test(result.headers['content-type'] ?? '');
  const coding = isBase64Encoded ? 'base64' : isPage ? 'utf8' : undefined;
  const whole = typeof body === 'string' && coding ? Buffer.from(body, coding) : body;
  if (!isHead && statusCode !== 304 && statusCode !== 204)
    headers['content-length'] = String(Buffer.byteLength(whole));
  response.writeHead(statusCode, headers as Record<string, string>);
  if (beforeEnd) {
    response.write(whole);
    await beforeEnd();
    response.end();
  } else response.end(whole);
}
