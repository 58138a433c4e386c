import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface Watch {
  /** A request has arrived. */
  see(request: IncomingMessage, response: ServerResponse): void;
  /** Closes connections gracefully: each response closes its connection, and connections without a
   * request yet, which browsers open in advance, are closed at once: Node does not count them as idle. */
  sayGoodbye(): void;
  /** Waits for the responses to all requests. */
  answered(): Promise<void>;
}

export function watchForClose(server: Server): Watch {
  const open = new Set<ServerResponse>();
  const unused = new Set<Socket>();
  let leaving = false;

  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });

  return {
    see({ socket }, response) {
      unused.delete(socket);
      if (leaving) response.setHeader('connection', 'close');
      open.add(response);
      response.once('close', () => open.delete(response));
    },
    sayGoodbye() {
      leaving = true;
      for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
      for (const response of open) {
        if (!response.headersSent) response.setHeader('connection', 'close');
        else response.once('finish', () => response.socket?.end());
      }
    },
    async answered() {
      await Promise.all(
        [...open].map((response) => new Promise((resolve) => response.once('close', resolve))),
      );
    },
  };
}
