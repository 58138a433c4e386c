import type { HostContext } from '#core/http/host-context.ts';
import { isAllowedOrigin, type SocketHeaders } from '#core/http/request/origin.ts';
import { platform as openPlatform } from '#core/home/platform.ts';
import { openStream } from '#core/logs/live/open-stream.ts';

interface SocketEvent {
  readonly requestContext: { readonly connectionId: string };
  readonly queryStringParameters?: Readonly<Record<string, string>>;
  readonly headers?: SocketHeaders;
}

const done = { statusCode: 200 };
const refused = { statusCode: 403 };

export async function connect(event: SocketEvent, context: HostContext = {}) {
  const platform = context.lantern?.platform ?? (await openPlatform());
  const { requestContext, queryStringParameters = {}, headers = {} } = event;
  if (!isAllowedOrigin(headers, platform.environment)) return refused;
  const isOpen = await openStream(platform, requestContext.connectionId, queryStringParameters);
  return isOpen ? done : refused;
}

/** Any message will do: it shows that the connection is open, and keeps it open. */
export async function message(event: SocketEvent, context: HostContext = {}) {
  const platform = context.lantern?.platform ?? (await openPlatform());
  await platform.logs.resume(event.requestContext.connectionId);
  return done;
}

export async function disconnect(event: SocketEvent, context: HostContext = {}) {
  const platform = context.lantern?.platform ?? (await openPlatform());
  await platform.logs.leave(event.requestContext.connectionId);
  return done;
}
