import type { IncomingMessage, ServerResponse } from 'node:http';
import { encodedPath } from '#core/http/request/address.ts';
import { defaultBodyLimit } from '#core/http/middlewares/definition.ts';
import type { Handler } from '#core/http/endpoint.ts';
import { match } from '#core/http/routes.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { commonSettings } from '#core/platform/settings.ts';
import {
  hasTooManyHeaders,
  invoke,
  maxBodyBytes,
  refusals,
  throughGateway,
} from './api-gateway.ts';
import type { BodyBudget, BodyHold } from './body-budget.ts';
import { callerIn } from './caller.ts';
import { clientErrors, refuse, tooSlow } from './client-error.ts';
import { gatewayEvent } from './gateway-event.ts';
import type { Hosting } from '../service/hosting.ts';
import type { LoadedService } from '../service/load-service.ts';
import { drain, hasBody, limitSilence, readBody, streamBody } from './read-body.ts';
import { decodedPath, targetOf } from './request-target.ts';
import { sendResult } from './send-result.ts';

export type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface Limits {
  readonly bodies: BodyBudget;
  /** Asked when the body has arrived, or begins to where it is streamed. Returns why the request is
   * refused. */
  readonly admit: (address: string, response: ServerResponse) => Failure | undefined;
}

/** Turns HTTP into API Gateway events and calls the exports that are deployed. There is no other
 * router: what it does not find goes to the service's fallback. */
export function gateway(
  service: LoadedService,
  platform: Platform,
  { isStrict = false }: Pick<Hosting, 'isStrict'>,
  { bodies, admit }: Limits,
): Listener {
  const find = finder(service);
  const { TRUSTED_PROXIES, TRUST_PROXY_HEADERS } = commonSettings(platform.environment);
  const everyPeer = TRUST_PROXY_HEADERS && TRUSTED_PROXIES.length === 0;
  const callerOf = callerIn(platform.environment);
  const answer = isStrict ? strictly : roomily;
  const roomy = { lantern: { platform, streaming: true } } as const;
  const onError = clientErrors(service.errorKey);
  const overflowing = { lantern: { ...roomy.lantern, bodyOverflow: true } } as const;

  return async (request, response) => {
    const method = request.method ?? 'GET';
    const target = targetOf(request.url);
    // API Gateway decodes a path before it matches routes: an encoded slash is a slash.
    const path = isStrict ? encodedPath(decodedPath(target.path)) : target.path;
    const { handler, routeKey, parameters } = find(method, path);
    let request_id: string | undefined;
    const isStreamed = handler.definition.streamed !== undefined && !isStrict;
    const hold = isStreamed || hasBody(request) ? bodies.hold() : undefined;
    if (hold) void limitSilence(request, platform.clock, () => onError(tooSlow, request.socket));
    try {
      const limit = isStrict ? maxBodyBytes : (handler.definition.bodyLimit ?? defaultBodyLimit);
      const body = isStreamed || !hold ? undefined : await readBody(request, limit, hold);
      const caller = callerOf(request);
      const refusal = admit(caller.address, response);
      if (refusal) return refuse(response, refusal, service.errorKey);
      const overflow = body === 'overflow';
      const matched = { routeKey, parameters, ...target };
      const claimant = everyPeer ? { ...caller, mayNameUser: true } : caller;
      const event = gatewayEvent(request, matched, claimant, overflow ? undefined : body);
      request_id = event.requestContext.requestId;
      const streamed = isStreamed ? hold : undefined;
      const result = await answer(handler, event, { request, overflow, streamed });
      hold?.release();
      // All requests of this turn are answered together: a client that waits wakes up once.
      await new Promise(setImmediate);
      const isUnread = overflow || (isStreamed && !request.readableEnded);
      if (isUnread) response.setHeader('connection', 'close');
      const beforeEnd = isUnread ? () => drain(request) : undefined;
      await sendResult(response, result, method === 'HEAD', beforeEnd);
    } catch (error) {
      if (error instanceof Failure && !response.headersSent) {
        refuse(response, error, service.errorKey);
        return;
      }
      // The client disconnected, or a stream broke after its first byte: nothing can be sent.
      platform.log('WARNING', 'answer was not delivered', {
        path,
        request_id,
        error: String(error),
      });
      response.destroy();
    } finally {
      hold?.release();
    }
  };

  function roomily(handler: Handler, event: Event, { request, streamed, overflow }: Received) {
    if (!streamed) return handler(event, overflow ? overflowing : roomy);
    const body = streamBody(request, streamed);
    return handler(event, { lantern: { ...roomy.lantern, body } });
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
  readonly streamed: BodyHold | undefined;
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
    const keyMethod = method === 'HEAD' ? 'GET' : method;
    const route = fixed.get(`${keyMethod} ${path}`);
    if (route) return route;
    const parts = path.slice(1).split('/');
    for (const { pattern, handler } of open) {
      if (pattern.method !== keyMethod) continue;
      const parameters = match(pattern, path, parts);
      if (parameters) return { handler, routeKey: `${keyMethod} ${pattern.path}`, parameters };
    }
    return fallback;
  };
}
