import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { IncomingMessage } from 'node:http';
import type { Handler } from '#core/http/endpoint.ts';
import type { HttpResult } from '#core/http/reply/result.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { within } from '#core/platform/within.ts';

// Quotas of HTTP APIs and Lambda; none can be raised.
const maxHeaderBytes = 10_240;
export const maxBodyBytes = 10 * 1024 * 1024;
const maxPayloadBytes = 6 * 1024 * 1024;
/** The timeout of the functions; see infra/api.ts. */
const answerMilliseconds = 29_000;

/** Connection headers, and those that API Gateway sets itself. */
const ownHeaders = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'x-forwarded-for',
  'x-forwarded-port',
  'x-forwarded-proto',
];

/** Responses of API Gateway itself, in its words. */
export const refusals = {
  headers: refusal(431, 'Request Header Fields Too Large'),
  body: refusal(413, 'Request Entity Too Large'),
};

export function hasTooManyHeaders({ method = '', url = '', rawHeaders }: IncomingMessage): boolean {
  const bytes = rawHeaders.reduce((sum, text) => sum + text.length, method.length + url.length);
  return bytes > maxHeaderBytes;
}

/** The event as it leaves API Gateway. */
export function throughGateway(event: APIGatewayProxyEventV2): APIGatewayProxyEventV2 {
  const headers = { ...event.headers };
  for (const name of ownHeaders) delete headers[name];
  headers['x-forwarded-for'] = event.requestContext.http.sourceIp;
  return { ...event, headers };
}

/**
 * Calls a handler as Lambda does: event and answer are JSON of at most 6 MB, in which bytes travel
 * as base64; nothing is streamed; after 29 seconds the answer no longer counts.
 */
export async function invoke(
  handler: Handler,
  event: APIGatewayProxyEventV2,
  platform: Platform,
): Promise<HttpResult> {
  if (jsonBytes(event) > maxPayloadBytes) return refusal(413, 'Request Too Long');
  const answer = handler(event, { lantern: { platform } });
  const result = await within(platform.clock, answerMilliseconds, answer);
  const problem = result ? problemOf(result) : `no answer within ${answerMilliseconds} ms`;
  if (result && problem === undefined) return withoutLength(result);
  const { rawPath: path, requestContext } = event;
  const request_id = requestContext.requestId;
  platform.log('ERROR', 'the function failed', { path, request_id, error: problem });
  return refusal(500, 'Internal Server Error');
}

/** API Gateway sets the length of what it sends: 0 for HEAD. */
function withoutLength({ headers, ...result }: HttpResult): HttpResult {
  const { 'content-length': _length, ...rest } = headers;
  return { ...result, headers: rest };
}

function problemOf({ body, headers, ...rest }: HttpResult): string | undefined {
  if (typeof body !== 'string') return 'the answer is a stream';
  const size = jsonBytes({ ...rest, headers, body });
  if (size > maxPayloadBytes) return `the answer of ${size} bytes is larger than 6 MB`;
  const headerBytes = Object.entries(headers).flat().join('').length;
  if (headerBytes > maxHeaderBytes) return `its headers have ${headerBytes} bytes`;
  return undefined;
}

function jsonBytes(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function refusal(statusCode: number, message: string): HttpResult {
  return {
    statusCode,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message }),
    isBase64Encoded: false,
  };
}
