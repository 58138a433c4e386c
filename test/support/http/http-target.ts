import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { atEnd } from '#test/support/at-end.ts';
import type { TestCertificate } from './certificate.ts';

export interface HttpTarget {
  readonly port: number;
  /** `http://127.0.0.1:<port>`, or https. */
  readonly origin: string;
  /** Method and path of every request, in order. */
  readonly requests: readonly string[];
  /** Number of accepted connections. */
  readonly connections: () => number;
  readonly close: () => Promise<void>;
}

/** A real server whose behaviour is the given listener, until the end of the test. */
export async function httpTarget(
  listener: RequestListener,
  certificate?: TestCertificate,
): Promise<HttpTarget> {
  const requests: string[] = [];
  let connections = 0;
  const sockets = new Set<Socket>();
  const counted: RequestListener = (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    listener(request, response);
  };
  const server: Server = certificate
    ? createSecureServer({ key: certificate.key, cert: certificate.cert }, counted)
    : createServer(counted);
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  atEnd(close);
  return {
    port,
    origin: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`,
    requests,
    connections: () => connections,
    close,
  };
}
