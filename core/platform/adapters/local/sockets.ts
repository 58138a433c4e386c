import type { WebSocket } from 'ws';
import { Failure } from '../../failure.ts';
import type { Sockets } from '../../ports/sockets.ts';

export interface LocalSockets {
  readonly sockets: Sockets;
  /** Makes an open connection reachable under the id until it ends. */
  attach(connection: string, socket: WebSocket): void;
  /** Closes every connection with code 1001, "going away". */
  close(): void;
}

/** API Gateway's limit for one message. */
const longestMessage = 128 * 1024;
/** A client with a larger backlog is disconnected; it resumes by cursor. */
const longestBacklog = 1024 * 1024;
const normalClosure = 1000;
const goingAway = 1001;

/** Sockets over connections that the gateway of this process accepted. */
export function localSockets(): LocalSockets {
  const open = new Map<string, WebSocket>();

  return {
    sockets: {
      async send(connection, text) {
        const size = Buffer.byteLength(text);
        if (size > longestMessage) {
          throw new Failure('too-large', 'message_too_large', 'A message takes at most 128 KiB');
        }
        const socket = open.get(connection);
        if (!socket || socket.readyState !== socket.OPEN) return false;
        if (socket.bufferedAmount + size > longestBacklog) {
          open.delete(connection);
          socket.terminate();
          return false;
        }
        // Does not wait until the message is sent: a client that does not read would block us.
        socket.send(text, ignore);
        return true;
      },

      async close(connection) {
        const socket = open.get(connection);
        open.delete(connection);
        socket?.close(normalClosure);
      },
    },

    attach(connection, socket) {
      open.set(connection, socket);
      // A broken frame emits 'error', then 'close'.
      socket.on('error', ignore);
      socket.once('close', () => {
        if (open.get(connection) === socket) open.delete(connection);
      });
    },

    close() {
      for (const socket of open.values()) socket.close(goingAway);
      open.clear();
    },
  };
}

function ignore(): void {}
