import { laptop } from '#core/home/homes.ts';
import { eventOf } from '#core/host/queues/queue-event.ts';
import type { Job } from '#core/jobs/job.ts';
import type { Message, Queue } from '#core/platform/ports/queue.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Records } from '#core/platform/ports/records.ts';
import type { ManualClock } from '#test/support/manual-clock.ts';

export interface LogLine {
  readonly level: string;
  readonly message: string;
  readonly fields: Record<string, unknown>;
}

/** A home for jobs whose leases use a manual clock. */
export interface JobWorld {
  readonly platform: Platform;
  readonly clock: ManualClock;
  /** The delays with which jobs released messages; the queue itself has none. */
  readonly delays: number[];
  readonly lines: LogLine[];
  /** Receives up to `max` messages and passes them to the function as one batch, like Lambda:
   * messages that it does not report as failed are acknowledged. */
  readonly turn: (job: Job, options?: TurnOptions) => Promise<Turn>;
}

export interface TurnOptions {
  readonly max?: number;
  readonly dead?: boolean;
  readonly signal?: AbortSignal;
  /** For the job, instead of the world's. */
  readonly platform?: Platform;
  /** Acknowledges failed messages too, as if they and their worker were lost. */
  readonly once?: boolean;
}

export interface Turn {
  readonly messages: readonly Message[];
  /** Bodies of the messages that were reported as failed. */
  readonly failed: readonly string[];
}

interface Parts {
  readonly records: Records;
  readonly queue: Queue;
  readonly clock: ManualClock;
}

export function jobWorld({ records, queue, clock }: Parts): JobWorld {
  const delays: number[] = [];
  const lines: LogLine[] = [];
  const impatient: Queue = {
    ...queue,
    release(message, delaySeconds) {
      delays.push(delaySeconds);
      return queue.release(message, 0);
    },
  };
  const log: Platform['log'] = (level, message, fields = {}) =>
    void lines.push({ level, message, fields });
  const platform = { home: laptop, records, queue: impatient, clock, log } as Partial<Platform>;
  return {
    platform: platform as Platform,
    clock,
    delays,
    lines,
    async turn(job, { max = 10, dead = false, once = false, signal, ...options } = {}) {
      const name = job.definition.queue + (dead ? '-dead' : '');
      const messages = await queue.receive(name, { max, waitSeconds: 0 });
      const used = options.platform ?? (platform as Platform);
      const failed = await deliver(job, used, messages, { dead, signal });
      const served = messages.filter(({ id }) => once || !failed.includes(id));
      for (const message of served) await queue.acknowledge(message);
      const left = messages.filter(({ id }) => failed.includes(id));
      return { messages, failed: left.map(({ body }) => body) };
    },
  };
}

/** Passes messages in one batch; returns the ids that were reported as failed. */
export async function deliver(
  job: Job,
  platform: Platform,
  messages: readonly Message[],
  { dead = false, signal }: { dead?: boolean; signal?: AbortSignal | undefined } = {},
): Promise<string[]> {
  const context = { lantern: { platform, ...(signal && { signal }) } };
  const result = await (dead ? job.dead : job.handler)(eventOf(messages), context);
  return result.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
}
