import type { IncomingMessage, ServerResponse } from 'node:http';
import { encodedPath } from '#core/http/request/address.ts';
import { clientAddress } from '#core/http/request/client-address.ts';
import { defaultBodyLimit, type Handler } from '#core/http/endpoint.ts';
import { match } from '#core/http/routes.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { commonSettings } from '#core/platform/settings.ts';
import {
  hasTooManyHeaders,
  invoke,
  mostBodyBytes,
  refusals,
  throughGateway,
} from './api-gateway.ts';
import { gatewayEvent } from './gateway-event.ts';
import type { Hosting } from '../hosting.ts';
import type { LoadedService } from '../load-service.ts';
import { drain, readBody } from './read-body.ts';
import { decodedPath, targetOf } from './request-target.ts';
import { sendResult } from './send-result.ts';

export type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Turns HTTP into API Gateway events and calls the exports that are deployed. There is no other
 * router: what it does not find goes to the service's fallback. */
export function gateway(
  service: LoadedService,
  platform: Platform,
  { isStrict = false }: Pick<Hosting, 'isStrict'> = {},
): Listener {
  const find = finder(service);
  const { TRUSTED_PROXIES, TRUST_PROXY_HEADERS } = commonSettings(platform.environment);
  const everyPeer = TRUST_PROXY_HEADERS && TRUSTED_PROXIES.length === 0;
  const addressOf = clientAddress(TRUSTED_PROXIES);
  const answer = isStrict ? strictly : roomily;
  const roomy = { lantern: { platform, streaming: true } } as const;
  const overflowing = { lantern: { ...roomy.lantern, bodyOverflow: true } } as const;

  return async (request, response) => {
    const method = request.method ?? 'GET';
    const target = targetOf(request.url);
    // API Gateway decodes a path before it matches routes: an encoded slash is a slash.
    const path = isStrict ? encodedPath(decodedPath(target.path)) : target.path;
    const { handler, routeKey, parameters } = find(method, path);
    let request_id: string | undefined;
    try {
      const isStreamed = handler.definition.streamed !== undefined && !isStrict;
      const limit = isStrict ? mostBodyBytes : (handler.definition.bodyLimit ?? defaultBodyLimit);
      const body = isStreamed ? undefined : await readBody(request, limit);
      const overflow = body === 'overflow';
      const { 'x-forwarded-for': forwarded } = request.headers;
      const peer = addressOf(request.socket.remoteAddress, forwarded as string | undefined);
      const caller = { ...peer, ...(everyPeer && { mayNameUser: true }) };
      const matched = { routeKey, parameters, ...target };
      const event = gatewayEvent(request, matched, caller, overflow ? undefined : body);
      request_id = event.requestContext.requestId;
      const result = await answer(handler, event, { request, overflow, isStreamed });
      const isUnread = overflow || (isStreamed && !request.readableEnded);
      if (isUnread) response.setHeader('connection', 'close');
      const beforeEnd = isUnread ? () => drain(request) : undefined;
      await sendResult(response, result, method === 'HEAD', beforeEnd);
    } catch (error) {
      // The client disconnected, or a stream broke after its first byte: nothing can be sent.
      platform.log('WARNING', 'answer was not delivered', {
        path,
        request_id,
        error: String(error),
      });
      response.destroy();
    }
  };

  async function roomily(handler: Handler, event: Event, received: Received) {
    const { request, overflow, isStreamed } = received;
    if (isStreamed) {
      // A reader that stops early must not close the connection: the answer is still to be sent.
      const body = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
      return handler(event, { lantern: { ...roomy.lantern, body } });
    }
    return handler(event, overflow ? overflowing : roomy);
  }

  async function strictly(handler: Handler, event: Event, { request, overflow }: Received) {
    if (hasTooManyHeaders(request)) return refusals.headers;
    if (overflow) return refusals.body;
    return invoke(handler, throughGateway(event), platform);
  }
}

type Event = Parameters<Handler>[0];

interface Received {
  readonly request: IncomingMessage;
  readonly overflow: boolean;
  /** The handler reads the body itself. */
  readonly isStreamed: boolean;
}

interface Found {
  readonly handler: Handler;
  readonly routeKey: string;
  readonly parameters: Record<string, string> | undefined;
}

function finder(service: LoadedService): (method: string, path: string) => Found {
  const fixed = new Map<string, Found>();
  const open: (typeof service.routes)[number][] = [];
  for (const route of service.routes) {
    const { method, path, segments } = route.pattern;
    const routeKey = `${method} ${path}`;
    if (segments.every(({ kind }) => kind === 'literal')) {
      fixed.set(routeKey, { handler: route.handler, routeKey, parameters: undefined });
    } else open.push(route);
  }
  const fallback = { handler: service.fallback, routeKey: '$default', parameters: undefined };
  return (method, path) => {
    const wanted = method === 'HEAD' ? 'GET' : method;
    const found = fixed.get(`${wanted} ${path}`);
    if (found) return found;
    for (const { pattern, handler } of open) {
      if (pattern.method !== wanted) continue;
      const parameters = match(pattern, path);
      if (parameters) return { handler, routeKey: `${wanted} ${pattern.path}`, parameters };
    }
    return fallback;
  };
}
