import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import type { LocalSockets } from '../platform/adapters/local/sockets.ts';
import type { Platform } from '../platform/ports.ts';
import type { LoadedService } from './load-service.ts';

/** The size of one message that API Gateway takes. */
const largestMessage = 128 * 1024;

export type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Turns WebSocket connections into the events of API Gateway's WebSocket API. */
export function socketGateway(
  service: LoadedService,
  platform: Platform,
  connections: LocalSockets,
): UpgradeListener {
  const server = new WebSocketServer({ noServer: true, maxPayload: largestMessage });
  const context = { lantern: { platform } };

  return (request, socket, head) => {
    // A peer that resets while we still decide must not end the process.
    const ignore = () => {};
    socket.on('error', ignore);
    void accept(request, socket, head)
      .catch((error: unknown) => {
        platform.log('ERROR', 'socket was not accepted', { error: String(error) });
        refuse(socket, 500);
      })
      .finally(() => socket.off('error', ignore));
  };

  async function accept(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const handlers = service.sockets.get(url.pathname);
    if (!handlers) return refuse(socket, 404);
    const connection = randomUUID();
    const event = (type: 'CONNECT' | 'MESSAGE' | 'DISCONNECT', body?: string) => ({
      requestContext: {
        routeKey: { CONNECT: '$connect', MESSAGE: '$default', DISCONNECT: '$disconnect' }[type],
        eventType: type,
        connectionId: connection,
        domainName: request.headers.host ?? '',
        stage: '$default',
        requestId: randomUUID(),
        identity: { sourceIp: request.socket.remoteAddress ?? '' },
      },
      ...(type === 'CONNECT' && {
        headers: request.headers,
        queryStringParameters: Object.fromEntries(url.searchParams),
      }),
      ...(body !== undefined && { body }),
      isBase64Encoded: false,
    });
    const { statusCode } = await handlers.connect(event('CONNECT'), context);
    if (statusCode >= 400) return refuse(socket, statusCode);
    server.handleUpgrade(request, socket, head, (client: WebSocket) => {
      connections.attach(connection, client);
      client.on('message', (data: RawData) => {
        const text = Buffer.isBuffer(data) ? data.toString() : '';
        handlers.message(event('MESSAGE', text), context).catch(report);
      });
      client.once(
        'close',
        () => void handlers.disconnect(event('DISCONNECT'), context).catch(report),
      );
    });
  }

  function report(error: unknown): void {
    platform.log('ERROR', 'socket function failed', { error: String(error) });
  }
}

function refuse(socket: Duplex, status: number): void {
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  );
}
