import type { WebSocket } from 'ws';
import { Failure } from '../../failure.ts';
import type { CloseReason, Sockets } from '../../ports/systems/sockets.ts';

export interface LocalSockets {
  readonly sockets: Sockets;
  /** From now on the id takes messages, which attach() sends. */
  expect(connection: string): void;
  /** The expected connection was refused. */
  forget(connection: string): void;
  /** Bytes that wait until the client reads. Absent: 0. */
  backlog(connection: string): number;
  /** Makes an open connection reachable under the id until it ends. */
  attach(connection: string, socket: WebSocket): void;
  /** Closes every connection with code 1001, "going away". */
  close(): void;
}

/** API Gateway's limit for one message. */
const maxMessageBytes = 128 * 1024;
/** A client with a larger backlog is disconnected; it resumes by cursor. */
const maxBacklogBytes = 1024 * 1024;
const normalClosure: CloseReason = { code: 1000, text: '' };
const tryAgain: CloseReason = { code: 1013, text: 'Too much at once: connect again' };
const goingAway = 1001;

/** A connection whose handshake is not done. */
interface Expected {
  readonly texts: string[];
  size: number;
  closing: CloseReason | undefined;
}

/** Sockets over connections that the gateway of this process accepted. */
export function localSockets(): LocalSockets {
  const open = new Map<string, WebSocket>();
  const expected = new Map<string, Expected>();

  return {
    sockets: {
      async send(connection, text) {
        const size = Buffer.byteLength(text);
        if (size > maxMessageBytes) {
          throw new Failure('too-large', 'message_too_large', 'A message takes at most 128 KiB');
        }
        const early = expected.get(connection);
        if (early) return keep(early, text, size);
        const socket = open.get(connection);
        if (!socket || socket.readyState !== socket.OPEN) return false;
        if (socket.bufferedAmount + size > maxBacklogBytes) {
          open.delete(connection);
          socket.terminate();
          return false;
        }
        // Does not wait until the message is sent: a client that does not read would block us.
        socket.send(text, ignore);
        return true;
      },

      async close(connection, reason = normalClosure) {
        const early = expected.get(connection);
        if (early) early.closing ??= reason;
        const socket = open.get(connection);
        open.delete(connection);
        socket?.close(reason.code, reason.text);
        return early !== undefined || socket !== undefined;
      },
    },

    expect(connection) {
      expected.set(connection, { texts: [], size: 0, closing: undefined });
    },

    forget(connection) {
      expected.delete(connection);
    },

    backlog: (connection) =>
      open.get(connection)?.bufferedAmount ?? expected.get(connection)?.size ?? 0,

    attach(connection, socket) {
      const { texts, closing } = expected.get(connection) ?? { texts: [], closing: undefined };
      expected.delete(connection);
      for (const text of texts) socket.send(text, ignore);
      if (closing) socket.close(closing.code, closing.text);
      else open.set(connection, socket);
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

function keep(early: Expected, text: string, size: number): boolean {
  if (early.closing) return false;
  early.size += size;
  if (early.size > maxBacklogBytes) early.closing = tryAgain;
  else early.texts.push(text);
  return !early.closing;
}

function ignore(): void {}
