import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { atEnd } from '../at-end.ts';

/** An address in front of several servers, as a load balancer is: each connection goes to the next one
 * that accepts it. */
export async function inTurns(urls: readonly string[]): Promise<string> {
  let turn = 0;
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const attempt = (left: number) => {
      const url = new URL(urls[turn++ % urls.length] ?? '');
      const backend = connect({ port: Number(url.port), host: url.hostname, allowHalfOpen: true });
      backend.once('connect', () => client.pipe(backend).pipe(client));
      backend.once('error', () => (left > 1 ? attempt(left - 1) : client.destroy()));
      client.once('close', () => backend.destroy());
    };
    client.on('error', () => client.destroy());
    attempt(urls.length);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
