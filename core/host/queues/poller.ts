import type { QueueFunction } from '#core/jobs/job.ts';
import { hostStops } from '#core/platform/failure.ts';
import type { Message } from '#core/platform/ports/queue.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { within } from '#core/platform/within.ts';
import { deliver } from './deliver.ts';

export interface Poller {
  /** Stops receiving and waits for running jobs; after the grace period they are aborted, and job()
   * hands their messages back within seconds. Repeated: the same. */
  stop(graceMilliseconds: number): Promise<void>;
}

interface PollerOptions {
  readonly platform: Platform;
  readonly queue: string;
  readonly handler: QueueFunction;
  readonly concurrency: number;
  /** Asked before each receive, it decides instead. */
  readonly workers?: (() => Promise<number | undefined>) | undefined;
}

const longPollSeconds = 20;
const outagePauseMs = 1_000;

/** Feeds a queue to its function as SQS and Lambda do: one event per message, acknowledged unless
 * the function reports it as failed. */
export function poll(options: PollerOptions): Poller {
  const { platform, queue, handler, concurrency, workers } = options;
  const stopping = new AbortController();
  const handBack = new AbortController();
  const working = new Set<Promise<void>>();
  let changed = Promise.withResolvers<void>();
  let isOut = false;
  const running = loop();

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      // Promise.race over the running jobs would leak listeners on the longest one.
      changed = Promise.withResolvers();
      try {
        const free = Math.max(1, (await workers?.()) ?? concurrency) - working.size;
        if (free <= 0) {
          await changed.promise;
          continue;
        }
        const messages = await platform.queue.receive(queue, {
          max: Math.min(10, free),
          waitSeconds: longPollSeconds,
          signal: stopping.signal,
        });
        if (isOut) platform.log('INFO', 'queue can be read again', { queue });
        isOut = false;
        for (const message of messages) track(stopping.signal.aborted ? refuse : invoke, message);
      } catch (error) {
        if (stopping.signal.aborted) return;
        if (!isOut) platform.log('ERROR', 'queue cannot be read', { queue, error: String(error) });
        isOut = true;
        await platform.clock.sleep(outagePauseMs, stopping.signal);
      }
    }
  }

  function track(answer: (message: Message) => Promise<void>, message: Message): void {
    const work = answer(message)
      .catch((error: unknown) =>
        // Not acknowledged: the message returns when its visibility timeout ends.
        platform.log('ERROR', 'job crashed', { queue, id: message.id, error: String(error) }),
      )
      .finally(() => {
        working.delete(work);
        changed.resolve();
      });
    working.add(work);
  }

  async function invoke(message: Message): Promise<void> {
    await deliver(message, { platform, handler, signal: handBack.signal });
  }

  /** For messages received while stopping. */
  function refuse(message: Message): Promise<void> {
    return platform.queue.release(message, 0);
  }

  return {
    async stop(graceMilliseconds) {
      stopping.abort();
      changed.resolve();
      await running;
      const finished = Promise.all(working);
      await within(platform.clock, graceMilliseconds, finished);
      handBack.abort(hostStops());
      await finished;
    },
  };
}
