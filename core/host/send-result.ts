import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { HttpResult } from '../http/result.ts';

/** Writes a function's result; a stream goes out as it comes, at the reader's pace. `beforeEnd`
 * holds the connection open although the whole answer is out. */
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
    // A stream that breaks half way must not look like a whole one: the connection is cut.
    await pipeline(body, response);
    return;
  }
  const encoding = isBase64Encoded ? 'base64' : 'utf8';
  const bytes = typeof body === 'string' ? Buffer.from(body, encoding) : body;
  if (!isHead && statusCode !== 304 && statusCode !== 204)
    headers['content-length'] = String(bytes.length);
  response.writeHead(statusCode, headers as Record<string, string>);
  if (beforeEnd) {
    response.write(bytes);
    await beforeEnd();
    response.end();
  } else response.end(bytes);
}
