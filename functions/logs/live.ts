import type { HostContext } from '#core/http/host-context.ts';
import { platform as openPlatform } from '#core/home/platform.ts';
import { openStream } from '#core/logs/live/open-stream.ts';

interface SocketEvent {
  readonly requestContext: { readonly connectionId: string };
  readonly queryStringParameters?: Readonly<Record<string, string>>;
}

const done = { statusCode: 200 };

export async function connect(event: SocketEvent, context: HostContext = {}) {
  const platform = context.lantern?.platform ?? (await openPlatform());
  const { connectionId } = event.requestContext;
  await openStream(platform, connectionId, event.queryStringParameters ?? {});
  return done;
}

/** Clients have nothing to say: their filters are in the URL. */
export async function message() {
  return done;
}

export async function disconnect(event: SocketEvent, context: HostContext = {}) {
  const platform = context.lantern?.platform ?? (await openPlatform());
  await platform.logs.leave(event.requestContext.connectionId);
  return done;
}
