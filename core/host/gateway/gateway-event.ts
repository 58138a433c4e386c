import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { IncomingMessage } from 'node:http';
import { isUtf8 } from 'node:buffer';
import { prefixOf } from './prefix.ts';
import { decodedPath } from './request-target.ts';
import { textual } from './textual.ts';

export interface Matched {
  readonly routeKey: string;
  readonly parameters: Record<string, string> | undefined;
  readonly path: string;
  readonly query: string;
}

let count = 0;
const run = Math.floor(Date.now() / 1000).toString(36);

/** The event that API Gateway's HTTP API (payload format 2.0) would send for this request. */
export function gatewayEvent(
  request: IncomingMessage,
  matched: Matched,
  caller: Claimant & { readonly address: string },
  body: Buffer | undefined,
): APIGatewayProxyEventV2 {
  const headers = headersOf(request, caller);
  const path = decodedPath(matched.path);
  const { cookie } = request.headers;
  const isBase64Encoded = body !== undefined && !(textual(headers) && isUtf8(body));
  const event: APIGatewayProxyEventV2 = {
    version: '2.0',
    routeKey: matched.routeKey,
    rawPath: path,
    rawQueryString: matched.query,
    headers,
    requestContext: {
      accountId: 'local',
      apiId: 'local',
      domainName: headers['host'] ?? '',
      domainPrefix: 'local',
      http: {
        method: request.method ?? 'GET',
        path,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: caller.address,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: `req_${run}_${(++count).toString(36)}`,
      routeKey: matched.routeKey,
      stage: '$default',
      time: '',
      timeEpoch: Date.now(),
    },
    isBase64Encoded,
  };
  if (cookie !== undefined) event.cookies = cookie.split(/; */);
  if (matched.query !== '') event.queryStringParameters = queryOf(matched.query);
  if (matched.parameters) event.pathParameters = matched.parameters;
  if (body) event.body = body.toString(isBase64Encoded ? 'base64' : 'utf8');
  return event;
}

interface Claimant {
  readonly viaTrustedProxy: boolean;
  /** Its X-Forwarded-User counts although no proxies are named. */
  readonly mayNameUser?: boolean;
}

/** Headers that count only from trusted proxies (S13). */
const claims = new Set(['x-forwarded-proto', 'x-forwarded-host']);

/** Repeated headers are joined by commas; cookies are in a list of their own. */
export function headersOf(
  request: IncomingMessage,
  { viaTrustedProxy, mayNameUser = viaTrustedProxy }: Claimant,
): Record<string, string> {
  const headers: Record<string, string> = {};
  const raw = request.rawHeaders;
  for (let at = 0; at < raw.length; at += 2) {
    const name = (raw[at] as string).toLowerCase();
    if (name === 'cookie' || name === 'x-forwarded-prefix') continue;
    if (name === 'x-forwarded-user' && !mayNameUser) continue;
    if (claims.has(name) && !viaTrustedProxy) continue;
    const value = raw[at + 1] as string;
    headers[name] = Object.hasOwn(headers, name) ? `${headers[name]},${value}` : value;
  }
  const prefix = prefixOf(request);
  if (prefix !== undefined) headers['x-forwarded-prefix'] = prefix;
  return headers;
}

function queryOf(query: string): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    params[name] = Object.hasOwn(params, name) ? `${params[name]},${value}` : value;
  }
  return params;
}
