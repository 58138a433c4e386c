import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { atEnd } from '#test/support/at-end.ts';

export interface WholeRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly socket: Socket;
}

/** A server on a free port of this machine that answers whole requests, until the end of the test. */
export async function standIn(
  answer: (request: WholeRequest, response: ServerResponse) => unknown,
) {
  const server = createServer(async (request, response) => {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { method = '', url: path = '', headers, socket } = request;
      await answer({ method, path, headers, body: Buffer.concat(chunks), socket }, response);
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  atEnd(close);
  return { port, url: `http://127.0.0.1:${port}`, close };
}
