import { randomUUID } from 'node:crypto';
import { Failure } from '#core/platform/failure.ts';
import { lazy } from '#core/platform/lazy.ts';
import type { Blobs } from '#core/platform/ports/blobs.ts';
import type { Clock } from '#core/platform/ports/clock.ts';
import type { Message, Queue, QueueDefinition } from '#core/platform/ports/queue.ts';
import type { Database } from '../database/database.ts';
import type { Sql } from '../database/statements.ts';
import { assertWithin, claimChecks, isClaimCheck } from '../../rules/claim-checks.ts';
import { assertSendOptions } from '../../rules/send-options.ts';
import { queueDefinitions, type DefinedQueue } from './definitions.ts';
import {
  addMessage,
  buryMessages,
  claimMessages,
  countMessages,
  hasDue,
  holdMessage,
  makeQueueTable,
  nextDead,
  nextDue,
  releaseMessage,
  removeMessage,
  shortenHidden,
} from './table.ts';
import { queueWaiters } from './waiters.ts';

export interface LocalQueueOptions {
  readonly database: Database;
  /** For bodies beyond 1 MiB. */
  readonly blobs: Pick<Blobs, 'put' | 'get' | 'delete'>;
  readonly clock: Clock;
  readonly queues: readonly QueueDefinition[];
}

/** Smaller steps back are a clock being kept on time, and do no harm. */
const jumpMilliseconds = 1000;

/** Queues in a table, with the limits of SQS. Any number of processes may send and receive. Only a
 * send waits for the disk: a power cut that undoes another call has the message delivered again. The
 * database stays open at close(): it belongs to its opener. */
export function localQueue({ database, blobs, clock, queues }: LocalQueueOptions): Queue {
  const definitions = queueDefinitions(queues);
  const claims = claimChecks(blobs);
  const waiters = queueWaiters();
  const closing = new AbortController();
  const makeTable = lazy(() => makeQueueTable(database));
  let latest = Number.POSITIVE_INFINITY;

  return {
    async send(queue, text, options = {}) {
      assertSendOptions(definitions.find(queue).isOrdered, options);
      const { delaySeconds = 0, group } = options;
      const id = randomUUID();
      const body = await claims.checkIn(queue, text);
      const now = await moment();
      const delay = delaySeconds * 1000;
      await database.write((sql) => addMessage(sql, { id, queue, body, now, delay, group }));
      waiters.wake(queue);
      return { id };
    },

    async sendMany(queue, texts) {
      assertSendOptions(definitions.find(queue).isOrdered, {});
      const messages = await Promise.all(
        texts.map(async (text) => {
          const body = await claims.checkIn(queue, text);
          return { id: randomUUID(), queue, body, delay: 0, group: undefined };
        }),
      );
      const now = await moment();
      await database.write((sql) => {
        for (const message of messages) addMessage(sql, { ...message, now });
      });
      waiters.wake(queue);
    },

    async receive(name, { max, waitSeconds, signal }) {
      const queue = definitions.find(name);
      assertWithin('max', max, 1, 10);
      assertWithin('waitSeconds', waitSeconds, 0, 20);
      if (waitSeconds === 0 || signal?.aborted) return claim(queue, max, await moment());
      const stop = new AbortController();
      const end = () => stop.abort();
      const others = [closing.signal, ...(signal ? [signal] : [])];
      for (const other of others) other.addEventListener('abort', end);
      // Begun before anything else: the wait counts from the call.
      const over = clock.sleep(waitSeconds * 1000, stop.signal).then(end);
      const unwatch = database.watchOthers(() => waiters.wake(name));
      try {
        for (;;) {
          const seen = waiters.seen(name);
          // Read once: what falls due between two readings would be seen by neither.
          const now = await moment();
          const messages = await claim(queue, max, now);
          if (messages.length > 0 || stop.signal.aborted) return messages;
          await change(queue, seen, now, stop.signal);
          if (others.some(({ aborted }) => aborted)) return [];
        }
      } finally {
        unwatch();
        end();
        for (const other of others) other.removeEventListener('abort', end);
        await over;
      }
    },

    open: (body) => claims.open(body),

    async acknowledge({ queue, receipt, body: sent }) {
      definitions.find(queue);
      await moment();
      const remove = (sql: Sql) => removeMessage(sql, queue, receipt);
      const removed = await (isClaimCheck(sent) ? database.write(remove) : database.hint(remove));
      if (removed?.isFollowed) waiters.wake(queue);
      // After the row: a crash between the two leaves a blob behind, not a message without body.
      if (removed) await claims.drop(removed.body);
    },

    async release({ queue, receipt }, delaySeconds) {
      definitions.find(queue);
      assertWithin('delaySeconds', delaySeconds, 0, 43_200);
      const hold = { queue, receipt, now: await moment(), hidden: delaySeconds * 1000 };
      if (await database.hint((sql) => releaseMessage(sql, hold))) wake(queue);
    },

    async extend({ queue, receipt }, seconds) {
      definitions.find(queue);
      assertWithin('seconds', seconds, 0, 43_200);
      const hold = { queue, receipt, now: await moment(), hidden: seconds * 1000 };
      const held = await database.hint((sql) => holdMessage(sql, hold));
      if (held) wake(queue);
      return held;
    },

    async depth(name) {
      const queue = definitions.find(name);
      const now = await moment();
      await bury(queue, now);
      return database.read((sql) => countMessages(sql, name, now));
    },

    async close() {
      closing.abort();
      await database.settled();
    },
  };

  /** The time now, once the table is there and agrees that it cannot be earlier. */
  async function moment(): Promise<number> {
    if (closing.signal.aborted) {
      throw new Failure('unavailable', 'closed', 'The queue is closed already.');
    }
    await makeTable();
    const now = clock.now().getTime();
    const jumped = now < latest - jumpMilliseconds;
    if (jumped) await database.write((sql) => shortenHidden(sql, now));
    latest = jumped ? now : Math.max(latest, now);
    return now;
  }

  async function claim(queue: DefinedQueue, max: number, now: number): Promise<Message[]> {
    await bury(queue, now);
    // An empty poll costs a look, not a write.
    if (!database.read((sql) => hasDue(sql, queue.name, now))) return [];
    const { name, visibilitySeconds, maxAttempts = Number.POSITIVE_INFINITY } = queue;
    const visibility = visibilitySeconds * 1000;
    const receiptOf = (id: string) => `${id}.${randomUUID()}`;
    const claimed = await database.hint((sql) =>
      claimMessages(sql, { queue: name, now, visibility, maxAttempts, max, receiptOf }),
    );
    return claimed.map(({ sent_at, message_group, ...message }) => ({
      ...message,
      queue: name,
      sentAt: new Date(sent_at),
      group: message_group ?? undefined,
    }));
  }

  /** Messages become dead letters when their queue or its dead letters are read. */
  async function bury({ name, source = name }: DefinedQueue, now: number) {
    const due = database.read((sql) => nextDead(sql, source));
    if (due === undefined || due > now) return;
    const moved = await database.write((sql) => buryMessages(sql, source, now));
    if (moved > 0) wake(source);
  }

  /** Until the queue was written to, a message falls due, or the signal aborts. */
  async function change(
    { name, source = name }: DefinedQueue,
    seen: number,
    now: number,
    signal: AbortSignal,
  ) {
    const next = database.read((sql) => nextDue(sql, name, now));
    if (next && next.due - next.hiddenFor > now + jumpMilliseconds) {
      // Another process wrote it while the clock was ahead, and this one saw no jump.
      await database.write((sql) => shortenHidden(sql, now));
      return;
    }
    const dead = database.read((sql) => nextDead(sql, source));
    const due = Math.min(next?.due ?? Infinity, dead ?? Infinity);
    const stop = new AbortController();
    const end = () => stop.abort();
    signal.addEventListener('abort', end);
    const waits = [waiters.wait(name, seen, stop.signal)];
    if (Number.isFinite(due)) waits.push(clock.sleep(due - now, stop.signal));
    if (signal.aborted) end();
    await Promise.race(waits);
    end();
    signal.removeEventListener('abort', end);
  }

  /** Receivers of the queue and of its dead letters must compute their wait again. */
  function wake(queue: string) {
    waiters.wake(queue);
    waiters.wake(`${queue}-dead`);
  }
}
