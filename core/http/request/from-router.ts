import { createHash, timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Environment } from '#core/platform/ports/environment.ts';

/**
 * Restores the viewer's address and host. Behind the CDN (infra/router.ts) API Gateway sees the
 * address of an edge and its own host name; the CDN passes the viewer's in headers. API Gateway can
 * also be called directly, with any headers, so they count only together with the router's key,
 * whose SHA-256 in hex is LANTERN_ROUTER (S13).
 */
export function fromRouter(
  event: APIGatewayProxyEventV2,
  { LANTERN_ROUTER: hash }: Environment,
): APIGatewayProxyEventV2 {
  const { headers, requestContext } = event;
  const key = headers['x-lantern-router'];
  const sourceIp = headers['x-lantern-viewer'];
  const host = headers['x-forwarded-host'];
  if (!hash || !key || !sourceIp || !host || !isKey(key, hash)) return event;
  // The last hop is the address of an edge.
  const { 'x-lantern-router': _key, 'x-forwarded-for': _hops, ...rest } = headers;
  return {
    ...event,
    headers: { ...rest, host },
    requestContext: { ...requestContext, http: { ...requestContext.http, sourceIp } },
  };
}

function isKey(key: string, hash: string): boolean {
  const own = createHash('sha256').update(key).digest();
  const expected = Buffer.from(hash, 'hex');
  return own.length === expected.length && timingSafeEqual(own, expected);
}
