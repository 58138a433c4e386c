import type { SQSEvent } from 'aws-lambda';
import type { QueueFunction } from '../jobs/job.ts';
import type { Message, Platform } from '../platform/ports.ts';

export interface Poller {
  /** Takes no more messages, tells those in work to hand back, and waits for them. */
  stop(graceMilliseconds: number): Promise<void>;
}

interface PollerOptions {
  readonly platform: Platform;
  readonly queue: string;
  readonly handler: QueueFunction;
  readonly concurrency: number;
}

const longPollSeconds = 20;
const pauseAfterOutage = 1_000;

/** Feeds a queue to its function as SQS and Lambda do: one event per message, acknowledged unless
 * the function reports it as failed. */
export function poll({ platform, queue, handler, concurrency }: PollerOptions): Poller {
  const stopping = new AbortController();
  const handBack = new AbortController();
  const working = new Set<Promise<void>>();
  const running = loop();

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      const free = concurrency - working.size;
      if (free === 0) {
        await Promise.race([...working, aborted(stopping.signal)]);
        continue;
      }
      try {
        const options = { max: Math.min(10, free), waitSeconds: longPollSeconds };
        const messages = await platform.queue.receive(queue, {
          ...options,
          signal: stopping.signal,
        });
        for (const message of messages) take(message);
      } catch (error) {
        if (stopping.signal.aborted) return;
        platform.log('ERROR', 'queue cannot be read', { queue, error: String(error) });
        await platform.clock.sleep(pauseAfterOutage, stopping.signal);
      }
    }
  }

  function take(message: Message): void {
    const work = invoke(message)
      .catch((error: unknown) =>
        // Nobody answered for it: it comes back when its visibility ends.
        platform.log('ERROR', 'job crashed', { queue, id: message.id, error: String(error) }),
      )
      .finally(() => working.delete(work));
    working.add(work);
  }

  async function invoke(message: Message): Promise<void> {
    const context = { lantern: { platform, signal: handBack.signal } };
    const result = await handler(eventOf(message), context);
    if (result.batchItemFailures.length === 0) await platform.queue.acknowledge(message);
  }

  return {
    async stop(graceMilliseconds) {
      stopping.abort();
      await running;
      const finished = Promise.all(working);
      const waited = new AbortController();
      await Promise.race([finished, platform.clock.sleep(graceMilliseconds, waited.signal)]);
      handBack.abort();
      waited.abort();
      await finished;
    },
  };
}

function eventOf(message: Message): SQSEvent {
  return {
    Records: [
      {
        messageId: message.id,
        receiptHandle: message.receipt,
        body: message.body,
        attributes: {
          ApproximateReceiveCount: String(message.attempts),
          SentTimestamp: String(message.sentAt.getTime()),
          SenderId: 'local',
          ApproximateFirstReceiveTimestamp: String(message.sentAt.getTime()),
        },
        messageAttributes: {},
        md5OfBody: '',
        eventSource: 'aws:sqs',
        eventSourceARN: `arn:aws:sqs:local:000000000000:${message.queue}`,
        awsRegion: 'local',
      },
    ],
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
