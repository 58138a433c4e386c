import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { commonSettings } from '#core/platform/settings.ts';
import { clientAddress } from './client-address.ts';
import type { HostContext } from './host-context.ts';

/** Reads alone: requests without a query share one. */
export type Query = Omit<URLSearchParams, 'append' | 'delete' | 'set' | 'sort'>;

/** An HTTP request, made from an API Gateway v2 event. */
export interface HttpRequest {
  readonly id: string;
  readonly method: string;
  /** Decoded once, as API Gateway does; addressOf() makes a URL of it. */
  readonly path: string;
  /** What a service or a CDN in front took off the path, such as `/analysis`; mostly empty. */
  readonly prefix: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly cookies: ReadonlyMap<string, string>;
  readonly query: Query;
  readonly pathParameters: Readonly<Record<string, string | undefined>>;
  /** The peer, or the client that a trusted proxy names. */
  readonly address: string;
  /** The raw bytes; Failure('too-large') when there are more than `limit`. */
  body(limit: number): Uint8Array;
  /** The same as it arrives, of a route with `streamed`. Read once. */
  stream(limit: number): AsyncIterable<Uint8Array>;
}

const empty = new Uint8Array(0);
const noCookies: ReadonlyMap<string, string> = new Map();
const noQuery: Query = new URLSearchParams();

export function requestOf(
  event: APIGatewayProxyEventV2,
  context: HostContext,
  environment: Environment = {},
  prefix = (context.lantern && event.headers['x-forwarded-prefix']) ?? '',
): HttpRequest {
  const { method, sourceIp } = event.requestContext.http;
  return {
    id: event.requestContext.requestId,
    method,
    path: event.rawPath,
    prefix,
    headers: trusted(event.headers, context),
    cookies: event.cookies ? cookiesOf(event.cookies) : noCookies,
    query: event.rawQueryString ? new URLSearchParams(event.rawQueryString) : noQuery,
    pathParameters: event.pathParameters ?? {},
    address: context.lantern ? sourceIp : addressOf(sourceIp, event, environment),
    body(limit) {
      if (context.lantern?.bodyOverflow) throw tooLarge();
      if (event.body === undefined || event.body === '') return empty;
      const bytes = Buffer.from(event.body, event.isBase64Encoded ? 'base64' : 'utf8');
      if (bytes.length > limit) throw tooLarge();
      return bytes;
    },
    async *stream(limit) {
      const arriving = context.lantern?.body;
      if (!arriving) {
        yield this.body(limit);
        return;
      }
      let size = 0;
      try {
        for await (const part of arriving) {
          size += part.length;
          if (size > limit) throw tooLarge();
          yield part;
        }
      } catch (cause) {
        if (isFailure(cause)) throw cause;
        throw new Failure('invalid', 'broken_body', 'The body is incomplete', { cause });
      }
    },
  };
}

/** Our gateway drops X-Forwarded-User unless the peer is a trusted proxy (S13). API Gateway passes on
 * what the client sent, so it is dropped here. */
function trusted(headers: APIGatewayProxyEventV2['headers'], { lantern }: HostContext) {
  if (lantern || headers['x-forwarded-user'] === undefined) return headers;
  const { 'x-forwarded-user': _claimed, ...rest } = headers;
  return rest;
}

/** Our own gateway has looked behind proxies. */
function addressOf(peer: string, { headers }: APIGatewayProxyEventV2, environment: Environment) {
  const { TRUSTED_PROXIES } = commonSettings(environment);
  return clientAddress(TRUSTED_PROXIES)(peer, headers['x-forwarded-for']).address;
}

function tooLarge(): Failure {
  return new Failure('too-large', 'payload_too_large', 'Payload too large');
}

// API Gateway v2 has cookies in a list, not in headers.cookie.
function cookiesOf(list: readonly string[]): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const cookie of list) {
    const split = cookie.indexOf('=');
    if (split < 1) continue;
    const name = cookie.slice(0, split).trim();
    // The first cookie of a name counts: browsers send the most specific path first.
    if (!cookies.has(name)) cookies.set(name, cookie.slice(split + 1).trim());
  }
  return cookies;
}
