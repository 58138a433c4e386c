import type { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Keeps room for new connections: when there are more than `most`, the one that has waited longest for
 * a whole request is closed (S14, R5). Returns a function that says that a connection has work until
 * `work` emits `close`.
 */
export function limitIdle(server: Server, most: number) {
  const open = new Set<Duplex>();
  /** Oldest first. */
  const idle = new Set<Duplex>();

  server.on('connection', (socket: Duplex) => {
    open.add(socket);
    idle.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      idle.delete(socket);
    });
    if (open.size <= most) return;
    for (const oldest of idle) {
      oldest.destroy();
      open.delete(oldest);
      idle.delete(oldest);
      return;
    }
  });

  return (socket: Duplex, work: EventEmitter): void => {
    idle.delete(socket);
    work.once('close', () => {
      if (open.has(socket)) idle.add(socket);
    });
  };
}
