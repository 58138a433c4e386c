import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { atEnd } from '../at-end.ts';

/** An address in front of several servers, as a load balancer is: each connection goes to the next one
 * that accepts it. The list may change. */
export async function inTurns(urls: readonly string[]) {
  let turn = 0;
  const clients = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (client) => {
    clients.add(client);
    const attempt = (left: number) => {
      const { hostname, port } = new URL(urls[turn++ % urls.length] ?? '');
      const backend = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
      let isConnected = false;
      backend.once('connect', () => {
        isConnected = true;
        client.pipe(backend).pipe(client);
      });
      backend.once('error', () => {
        if (isConnected || left <= 1) client.destroy();
        else attempt(left - 1);
      });
      client.once('close', () => backend.destroy());
    };
    client.on('error', () => client.destroy());
    client.once('close', () => clients.delete(client));
    attempt(urls.length);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Breaks connections in the middle of their work. */
    cut(which: (at: number) => boolean = () => true): void {
      for (const [at, client] of [...clients].entries()) if (which(at)) client.resetAndDestroy();
    },
  };
}
