import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { waitingRoom, type Changes } from '../../rules/changes.ts';
import { decodeText, encodeText } from './text.ts';

interface NotificationsOptions {
  readonly connect: () => pg.Client;
  readonly channel: string;
  /** Runs NOTIFY for each of the payloads. */
  readonly notify: (payloads: readonly string[]) => Promise<unknown>;
}

/** A notification that is lost, such as in an outage, delays a reader by no more than this. */
const lookMilliseconds = 1_000;
const reconnectMilliseconds = 500;
/** The connection stays for a while: receivers wait again and again. */
const idleMilliseconds = 10_000;

/**
 * NOTIFY of any replica wakes those who wait for the name; looking again at an interval finds what no
 * notification told. One connection listens while there is somebody who waits.
 */
export function notifications({ connect, channel, notify }: NotificationsOptions) {
  const own = randomUUID();
  const counts = new Map<string, number>();
  let untold = new Set<string>();
  let telling: Promise<unknown> | undefined;
  const room = waitingRoom({ onFirst: start, onLast: stop });
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let retry: NodeJS.Timeout | undefined;
  let idle: NodeJS.Timeout | undefined;

  function wake(name: string): void {
    counts.set(name, (counts.get(name) ?? 0) + 1);
    room.wake(name);
  }

  function hear(payload: string): void {
    const [sender, name = ''] = [payload.slice(0, own.length), payload.slice(own.length)];
    if (sender !== own) wake(decodeText(name));
  }

  /** After the write, not with it: a commit that notifies waits for all others that do. */
  async function tellOthers(): Promise<void> {
    while (untold.size > 0) {
      const names = [...untold];
      untold = new Set();
      await notify(names.map((name) => own + encodeText(name))).catch(() => {});
    }
    telling = undefined;
  }

  function start(): void {
    clearTimeout(idle);
    timer ??= setInterval(() => room.wakeAll(), lookMilliseconds).unref();
    if (!client && !retry) listen();
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
    clearTimeout(idle);
    idle = setTimeout(() => void end(), idleMilliseconds).unref();
  }

  function listen(): void {
    retry = undefined;
    const listener = connect();
    client = listener;
    listener.on('notification', ({ payload = '' }) => hear(payload));
    listener.on('error', () => lose(listener));
    listener.on('end', () => lose(listener));
    listener
      .connect()
      .then(() => listener.query(`LISTEN "${channel}"`))
      // Entries from before it listened came without a message.
      .then(() => room.wakeAll())
      .catch(() => lose(listener));
  }

  function lose(listener: pg.Client): void {
    if (client !== listener) return;
    client = undefined;
    listener.end().catch(() => {});
    if (room.isEmpty()) return;
    retry = setTimeout(listen, reconnectMilliseconds).unref();
  }

  async function end(): Promise<void> {
    clearInterval(timer);
    clearTimeout(retry);
    clearTimeout(idle);
    timer = retry = undefined;
    const listener = client;
    client = undefined;
    await listener?.end().catch(() => {});
  }

  return {
    stamp: (name: string) => String(counts.get(name) ?? 0),

    wait(name: string, before: string, signal: AbortSignal) {
      const isNew = String(counts.get(name) ?? 0) !== before;
      return isNew ? Promise.resolve() : room.wait(name, signal);
    },

    tell(name: string) {
      wake(name);
      untold.add(name);
      telling ??= tellOthers();
    },

    async close() {
      await telling;
      await end();
    },
  } satisfies Changes & { close(): Promise<void> };
}
