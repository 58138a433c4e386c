import { createHash, timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Environment } from '#core/platform/ports/environment.ts';

export interface Routed {
  readonly event: APIGatewayProxyEventV2;
  /** What the CDN took off the path, such as `/analysis`. */
  readonly prefix?: string;
}

/**
 * Restores the viewer's address and host, and the path below which it sees the service. Behind the CDN
 * (infra/router.ts) API Gateway sees the address of an edge and its own host name; the CDN passes the
 * viewer's in headers. API Gateway can also be called directly, with any headers, so they count only
 * together with the router's key, whose SHA-256 in hex is LANTERN_ROUTER (S13).
 */
export function fromRouter(
  event: APIGatewayProxyEventV2,
  { LANTERN_ROUTER: hash }: Environment,
): Routed {
  const { headers, requestContext } = event;
  const key = headers['x-lantern-router'];
  const sourceIp = headers['x-lantern-viewer'];
  const host = headers['x-forwarded-host'];
  if (!hash || !key || !sourceIp || !host || !isKey(key, hash)) return { event };
  // The last hop is the address of an edge.
  const { 'x-lantern-router': _key, 'x-forwarded-for': _hops, ...rest } = headers;
  const http = { ...requestContext.http, sourceIp };
  const routed = {
    ...event,
    headers: { ...rest, host },
    requestContext: { ...requestContext, http },
  };
  const prefix = headers['x-lantern-prefix'] ?? '';
  return { event: routed, ...(/^\/[a-z-]+$/.test(prefix) && { prefix }) };
}

function isKey(key: string, hash: string): boolean {
  const own = createHash('sha256').update(key).digest();
  const expected = Buffer.from(hash, 'hex');
  return own.length === expected.length && timingSafeEqual(own, expected);
}
