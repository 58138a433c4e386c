import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Returns a function that closes connections gracefully: after it is called, each response closes
 * its connection, and connections without a request yet, which browsers open in advance, are closed
 * at once: Node does not count them as idle. */
export function watchForClose(server: Server): () => void {
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
