import { setTimeout as pause } from 'node:timers/promises';
import type { LocalSockets } from '../../sockets.ts';

interface FollowerOptions {
  readonly connection: string;
  readonly connections: Pick<LocalSockets, 'sockets' | 'backlog'>;
  /** The connection has ended. */
  readonly onEnd: () => void;
}

/** A client with more bytes than this to read is slow. Sockets end a connection at twice as many. */
const slowBytes = 512 * 1024;
const drainedBytes = 128 * 1024;
const lookMilliseconds = 50;
const maxPending = 1_000;

/** Sends messages to one connection: first those of the past, then those that are offered. */
export function follower({ connection, connections, onEnd }: FollowerOptions) {
  let pending: { cursor: number; message: string }[] | undefined = [];
  /** Offered, but no longer held. */
  let dropped = 0;
  let last = 0;
  let gap: { from: number; to: number } | undefined;
  let isEnded = false;

  function write(message: string): void {
    connections.sockets.send(connection, message).then(
      (isOpen) => isOpen || isEnded || onEnd(),
      () => isEnded || onEnd(),
    );
  }

  async function drained(): Promise<void> {
    while (!isEnded && connections.backlog(connection) > drainedBytes) {
      await pause(lookMilliseconds, undefined, { ref: false });
    }
  }

  async function endGap(): Promise<void> {
    await drained();
    if (!isEnded) write(JSON.stringify({ gap }));
    gap = undefined;
  }

  function deliver(cursor: number, message: string): void {
    if (cursor <= last) return;
    last = cursor;
    if (gap) {
      gap.to = cursor;
    } else if (connections.backlog(connection) > slowBytes) {
      gap = { from: cursor, to: cursor };
      void endGap();
    } else {
      write(message);
    }
  }

  return {
    isEnded: () => isEnded,

    end(): void {
      isEnded = true;
      pending = undefined;
    },

    /** A new entry. Held back until those of the past have been sent. */
    offer(cursor: number, message: string): void {
      if (isEnded) return;
      if (!pending) return deliver(cursor, message);
      pending.push({ cursor, message });
      if (pending.length <= maxPending) return;
      dropped = pending.at(-1)?.cursor ?? dropped;
      pending = [];
    },

    /** An entry of the past. Resolves when the client may get another one. */
    async send(cursor: number, message: string): Promise<void> {
      await drained();
      last = cursor;
      if (!isEnded) write(message);
    },

    /** All entries up to the cursor were sent. False: others have come that are not held. */
    goLive(cursor: number): boolean {
      if (dropped > cursor) return false;
      last = Math.max(last, cursor);
      const waiting = pending ?? [];
      pending = undefined;
      for (const one of waiting) deliver(one.cursor, one.message);
      return true;
    },
  };
}

export type Follower = ReturnType<typeof follower>;
