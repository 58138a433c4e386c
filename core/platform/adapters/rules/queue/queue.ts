import { randomUUID } from 'node:crypto';
import { Failure } from '../../../failure.ts';
import type { Blobs } from '../../../ports/blobs.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Message, Queue, QueueDefinition } from '../../../ports/queue.ts';
import type { Changes } from '../changes.ts';
import { assertWithin, claimChecks } from '../claim-checks.ts';
import { assertSendOptions } from '../send-options.ts';
import { queueDefinitions, type DefinedQueue } from './definitions.ts';
import type { QueueStore } from './store.ts';

export interface TableQueueOptions {
  /** For bodies beyond 1 MiB. */
  readonly blobs: Pick<Blobs, 'put' | 'get' | 'delete'>;
  readonly clock: Clock;
  readonly queues: readonly QueueDefinition[];
}

/** Smaller steps back are a clock being kept on time, and do no harm. */
const jumpMilliseconds = 1000;

/** Queues in a table, with the limits of SQS. Any number of processes may send and receive. The store
 * stays open at close(): it belongs to its opener. */
export function queueOver(
  store: QueueStore,
  changes: Changes,
  { blobs, clock, queues }: TableQueueOptions,
): Queue {
  const definitions = queueDefinitions(queues);
  const claims = claimChecks(blobs);
  const closing = new AbortController();
  let latest = Number.POSITIVE_INFINITY;

  return {
    async send(queue, text, options = {}) {
      assertSendOptions(definitions.find(queue).isOrdered, options);
      const { delaySeconds = 0, group } = options;
      const body = await claims.checkIn(queue, text);
      const now = await moment();
      // In the order of time: new rows share pages of the index.
      const id = `${now.toString(36)}-${randomUUID()}`;
      const delayMs = delaySeconds * 1000;
      await store.add({ id, queue, body, now, delay: delayMs, group });
      tell(queue);
      return { id };
    },

    async receive(name, { max, waitSeconds, signal }) {
      const queue = definitions.find(name);
      assertWithin('max', max, 1, 10);
      assertWithin('waitSeconds', waitSeconds, 0, 20);
      if (waitSeconds === 0 || signal?.aborted) return claim(queue, max, await moment());
      const closed = AbortSignal.any([closing.signal, ...(signal ? [signal] : [])]);
      const timeout = new AbortController();
      const stop = AbortSignal.any([closed, timeout.signal]);
      // Begun before anything else: the wait counts from the call.
      const over = clock.sleep(waitSeconds * 1000, stop).then(() => timeout.abort());
      try {
        for (;;) {
          const stamp = changes.stamp(keyOf(queue));
          // Read once: what falls due between two readings would be seen by neither.
          const now = await moment();
          const messages = await claim(queue, max, now);
          if (messages.length > 0 || stop.aborted) return messages;
          await change(queue, stamp, now, stop);
          if (closed.aborted) return [];
        }
      } finally {
        timeout.abort();
        await over;
      }
    },

    open: (body) => claims.open(body),

    async acknowledge({ queue, receipt }) {
      definitions.find(queue);
      await moment();
      const removed = await store.remove(queue, receipt);
      if (removed?.isFollowed) tell(queue);
      // After the row: a crash between the two leaves a blob behind, not a message without body.
      if (removed) await claims.drop(removed.body);
    },

    async release({ queue, receipt }, delaySeconds) {
      definitions.find(queue);
      assertWithin('delaySeconds', delaySeconds, 0, 43_200);
      const hold = { queue, receipt, now: await moment(), hidden: delaySeconds * 1000 };
      if (await store.release(hold)) tell(queue);
    },

    async extend({ queue, receipt }, seconds) {
      definitions.find(queue);
      assertWithin('seconds', seconds, 0, 43_200);
      const hold = { queue, receipt, now: await moment(), hidden: seconds * 1000 };
      const isHeld = await store.hold(hold);
      if (isHeld) tell(queue);
      return isHeld;
    },

    async depth(name) {
      const queue = definitions.find(name);
      const now = await moment();
      await moveDead(queue, now);
      return store.count(name, now);
    },

    async close() {
      closing.abort();
      await store.settled();
    },
  };

  /** The time now, once the table is there and agrees that it cannot be earlier. */
  async function moment(): Promise<number> {
    if (closing.signal.aborted) {
      throw new Failure('unavailable', 'closed', 'The queue is closed already.');
    }
    await store.ready();
    const now = clock.now().getTime();
    const jumped = now < latest - jumpMilliseconds;
    if (jumped) await store.shorten(now);
    latest = jumped ? now : Math.max(latest, now);
    return now;
  }

  async function claim(queue: DefinedQueue, max: number, now: number): Promise<Message[]> {
    await moveDead(queue, now);
    // An empty poll costs a look, not a write.
    if (!(await store.hasDue(queue.name, now))) return [];
    const { name, visibilitySeconds, maxAttempts = Number.POSITIVE_INFINITY } = queue;
    const visibility = visibilitySeconds * 1000;
    const token = randomUUID();
    const claimed = await store.claim({ queue: name, now, visibility, maxAttempts, max, token });
    return claimed.map(({ sent_at, message_group, ...message }) => ({
      ...message,
      queue: name,
      sentAt: new Date(sent_at),
      group: message_group ?? undefined,
    }));
  }

  /** Messages become dead letters when their queue or its dead letters are read. */
  async function moveDead({ name, source = name }: DefinedQueue, now: number) {
    const due = await store.nextDead(source);
    if (due === undefined || due > now) return;
    const moved = await store.moveDead(source, now);
    if (moved > 0) tell(source);
  }

  /** Until the queue was written to, a message falls due, or the signal aborts. */
  async function change(queue: DefinedQueue, stamp: string, now: number, signal: AbortSignal) {
    const { name, source = name } = queue;
    const next = await store.nextDue(name, now);
    if (next && next.due - next.hiddenFor > now + jumpMilliseconds) {
      // Another process wrote it while the clock was ahead, and this one saw no jump.
      await store.shorten(now);
      return;
    }
    const dead = await store.nextDead(source);
    const due = Math.min(next?.due ?? Infinity, dead ?? Infinity);
    const over = new AbortController();
    const end = AbortSignal.any([signal, over.signal]);
    const waits = [changes.wait(keyOf(queue), stamp, end)];
    if (Number.isFinite(due)) waits.push(clock.sleep(due - now, end));
    await Promise.race(waits);
    over.abort();
  }

  /** Receivers of a queue and of its dead letters compute their waits from both. */
  function keyOf({ name, source = name }: DefinedQueue): string {
    return `queue ${source}`;
  }

  function tell(name: string) {
    changes.tell(keyOf(definitions.find(name)));
  }
}
