import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import { isOwnOrigin } from '#core/http/request/origin.ts';
import type { LocalSockets } from '#core/platform/adapters/local/sockets.ts';
import type { Clock } from '#core/platform/ports/clock.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { callerIn } from './caller.ts';
import { headersOf } from './gateway-event.ts';
import { targetOf } from './request-target.ts';
import type { LoadedService } from '../service/load-service.ts';

/** API Gateway's limit for one message. */
const maxMessageBytes = 128 * 1024;
/** Proxies cut connections that are silent for a minute. */
const pingMilliseconds = 30_000;

export interface SocketGateway {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Waits until all connections and their functions have ended. */
  settled(): Promise<void>;
  /** Cuts the connections of clients that did not close. */
  terminate(): void;
}

/** Turns WebSocket connections into the events of API Gateway's WebSocket API. */
export function socketGateway(
  service: LoadedService,
  platform: Platform,
  connections: LocalSockets,
): SocketGateway {
  const server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes });
  const context = { lantern: { platform } };
  const callerOf = callerIn(platform.environment);
  const running = new Set<Promise<unknown>>();

  return {
    upgrade(request, socket, head) {
      const accepted = accept(request, socket, head).catch((error: unknown) => {
        platform.log('ERROR', 'socket was not accepted', { error: String(error) });
        refuse(socket, 500);
      });
      track(accepted);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
    terminate() {
      for (const client of server.clients) client.terminate();
    },
  };

  async function accept(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { path, query } = targetOf(request.url);
    const handlers = service.sockets.get(path);
    if (!handlers) return refuse(socket, 404);
    const connection = randomUUID();
    const caller = callerOf(request);
    const { cookie, origin } = request.headers;
    const headers = { ...headersOf(request, caller), ...(cookie !== undefined && { cookie }) };
    // Pages of any site can open a socket, and the browser sends our cookie (S12).
    if (origin !== undefined && !isOwnOrigin(headers)) return refuse(socket, 403);
    const event = (type: 'CONNECT' | 'MESSAGE' | 'DISCONNECT', body?: string) => ({
      requestContext: {
        routeKey: { CONNECT: '$connect', MESSAGE: '$default', DISCONNECT: '$disconnect' }[type],
        eventType: type,
        connectionId: connection,
        domainName: request.headers.host ?? '',
        stage: '$default',
        requestId: randomUUID(),
        identity: { sourceIp: caller.address },
      },
      ...(type === 'CONNECT' && {
        headers,
        queryStringParameters: Object.fromEntries(new URLSearchParams(query)),
      }),
      ...(body !== undefined && { body }),
      isBase64Encoded: false,
    });
    connections.expect(connection);
    let isOpen = false;
    try {
      const { statusCode } = await handlers.connect(event('CONNECT'), context);
      if (statusCode >= 400) return refuse(socket, statusCode);
      server.handleUpgrade(request, socket, head, (client: WebSocket) => {
        isOpen = true;
        connections.attach(connection, client);
        client.on('message', (data: RawData) => {
          const text = Buffer.isBuffer(data) ? data.toString() : '';
          track(handlers.message(event('MESSAGE', text), context).catch(report));
        });
        const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
        track(closed.then(() => handlers.disconnect(event('DISCONNECT'), context)).catch(report));
        track(keepAlive(client, platform.clock, closed));
      });
      // The handshake was wrong, or the client has left: what the function began has to end.
      if (!isOpen) await handlers.disconnect(event('DISCONNECT'), context);
    } finally {
      connections.forget(connection);
    }
  }

  function track(work: Promise<unknown>): void {
    running.add(work);
    void work.finally(() => running.delete(work));
  }

  function report(error: unknown): void {
    platform.log('ERROR', 'socket function failed', { error: String(error) });
  }
}

/** Asks for a sign of life, and cuts a connection whose client gave none since the last time. */
async function keepAlive(client: WebSocket, clock: Clock, closed: Promise<void>): Promise<void> {
  const ended = new AbortController();
  void closed.then(() => ended.abort());
  let isAlive = true;
  client.on('pong', () => (isAlive = true));
  while (!ended.signal.aborted) {
    await clock.sleep(pingMilliseconds, ended.signal);
    if (ended.signal.aborted) return;
    if (!isAlive) return client.terminate();
    isAlive = false;
    client.ping();
  }
}

function refuse(socket: Duplex, status: number): void {
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    // The server's timeouts and close() do not cover upgraded connections.
    () => socket.destroy(),
  );
}
