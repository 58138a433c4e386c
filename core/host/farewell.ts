import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Lets a server say goodbye: no answer that is under way at that moment, or comes after it, keeps
 * its connection open for a next request. */
export function farewell(server: Server): () => void {
  const open = new Set<ServerResponse>();
  let leaving = false;

  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    if (leaving) response.setHeader('connection', 'close');
    open.add(response);
    response.once('close', () => open.delete(response));
  });

  return () => {
    leaving = true;
    for (const response of open) {
      if (!response.headersSent) response.setHeader('connection', 'close');
      else response.once('finish', () => response.socket?.end());
    }
  };
}
