import { isAllowedOrigin, type SocketHeaders } from '#core/http/request/origin.ts';
import { onEvent } from '#core/jobs/on-event.ts';
import { openStream } from '#core/logs/live/open-stream.ts';

interface SocketEvent {
  readonly requestContext: { readonly connectionId: string };
  readonly queryStringParameters?: Readonly<Record<string, string>>;
  readonly headers?: SocketHeaders;
}

const done = { statusCode: 200 };
const refused = { statusCode: 403 };

export const connect = onEvent(async (platform, event: SocketEvent) => {
  const { requestContext, queryStringParameters = {}, headers = {} } = event;
  if (!isAllowedOrigin(headers, platform.environment)) return refused;
  const isOpen = await openStream(platform, requestContext.connectionId, queryStringParameters);
  return isOpen ? done : refused;
});

/** Any message will do: it shows that the connection is open, and keeps it open. */
export const message = onEvent(async (platform, event: SocketEvent) => {
  await platform.logs.resume(event.requestContext.connectionId);
  return done;
});

export const disconnect = onEvent(async (platform, event: SocketEvent) => {
  await platform.logs.leave(event.requestContext.connectionId);
  return done;
});
