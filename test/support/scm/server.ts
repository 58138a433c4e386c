import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ScmHost } from './state.ts';

/** The host behind a real server. `origin` is its base URL. */
export async function serveHost(host: ScmHost): Promise<{ close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      await host.hold();
      const { status, headers, body } = host.handle({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks).toString(),
      });
      // The connection is lost before the answer.
      if (status === 0) return void request.socket.destroy();
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  host.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
