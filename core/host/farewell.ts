import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Lets a server say goodbye: no answer that is under way at that moment, or comes after it, keeps
 * its connection open for a next request, and connections that were opened in advance, as browsers
 * do, are closed: for Node they are not idle. */
export function farewell(server: Server): () => void {
  const open = new Set<ServerResponse>();
  const unused = new Set<Socket>();
  let leaving = false;

  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });

  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    unused.delete(socket);
    if (leaving) response.setHeader('connection', 'close');
    open.add(response);
    response.once('close', () => open.delete(response));
  });

  return () => {
    leaving = true;
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
    for (const response of open) {
      if (!response.headersSent) response.setHeader('connection', 'close');
      else response.once('finish', () => response.socket?.end());
    }
  };
}
