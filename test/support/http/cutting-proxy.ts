import { createServer, request as ask } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { atEnd } from '#test/support/at-end.ts';

/** What happens to requests from now on. */
export type Weather =
  | 'fair'
  /** The connection breaks before the request arrives. */
  | 'lost request'
  /** The request is executed, and its reply is lost. */
  | 'lost reply'
  /** No reply arrives, and the connection stays open. */
  | 'silence';

/** A proxy between an adapter and its emulator that breaks connections on demand. */
export async function startCuttingProxy(target: string) {
  let weather: Weather = 'fair';
  let fairRequests = Infinity;
  let seen: string[] = [];
  let arrival = Promise.withResolvers<void>();

  const server = createServer((request, response) => {
    void serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  atEnd(close);

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,

    /** Forwards so many requests; the fault applies to all that follow. */
    after(requests: number, then: Weather): void {
      fairRequests = requests;
      weather = then;
      seen = [];
    },
    fair(): void {
      weather = 'fair';
    },
    /** Breaks every connection in the middle of a transfer. */
    cut(): void {
      weather = 'lost request';
      fairRequests = 0;
      server.closeAllConnections();
    },
    /** Resolves when the next request arrives. */
    arrival: () => arrival.promise,
    /** `<METHOD> <path>` of the requests since after(), including failed ones. */
    seen: () => [...seen],
    close,
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request;
    seen.push(`${method} ${url}`);
    arrival.resolve();
    arrival = Promise.withResolvers();
    const now = fairRequests-- > 0 ? 'fair' : weather;
    if (now === 'silence') return;
    if (now === 'lost request') return void request.destroy();
    const onward = ask(new URL(url, target), { method, headers });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    const [reply] = await Promise.all([
      new Promise<IncomingMessage>((resolve) => onward.once('response', resolve)),
      pipeline(request, onward),
    ]);
    if (now === 'lost reply') {
      for await (const _ of reply);
      return void response.destroy();
    }
    response.writeHead(reply.statusCode ?? 502, reply.headers);
    await pipeline(reply, response);
  }
}
