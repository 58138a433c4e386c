import type * as z from 'zod/mini';
import type { Platform } from '#core/platform/ports/platform.ts';

export interface JobRun<Value> {
  readonly platform: Platform;
  readonly message: Value;
  /** The same in every run of one piece of work, also when it is replayed. */
  readonly work: string;
  /** 1 in the first run. */
  readonly attempt: number;
  /** Names this claim: what the job writes carries it, so that a worker that lost its lease and
   * wakes up later is refused. */
  readonly fence: number;
  /** Aborts when the lease is lost or the host stops. */
  readonly signal: AbortSignal;
}

interface Definition<Schema extends z.ZodMiniType> {
  /** The queue's name, which is the job's. */
  readonly queue: string;
  readonly message: Schema;
  /** How long a worker may be silent before another takes over; prolonged while it runs. */
  readonly leaseSeconds: number;
  readonly maxAttempts: number;
  /** What makes two messages the same work, in 800 bytes at most; default: each is its own. */
  readonly key?: (message: z.output<Schema>) => string;
  /** How many run at once on our own hosts, in place of the manifest's figure. */
  workers?(platform: Platform): Promise<number>;
  /** Work that is given up, before its dead letter is written. May be called again. */
  givenUp?(work: GivenUp<z.output<Schema>>): Promise<void>;
  /** Each dead letter, before it is written; also of a message that makes no sense. May be called
   * again. */
  died?(letter: Died): Promise<void>;
  /** Fields of each log line of the work, such as the id of what it works on. */
  logFields?(message: z.output<Schema>): Readonly<Record<string, unknown>>;
}

/**
 * The steps of a run may be repeated: a worker that dies after the last of them runs once more.
 * Ordered: messages of one group run one at a time, in the order sent, also when they are retried.
 * What comes again is a new message, behind those that were sent meanwhile: not in an ordered queue.
 */
export type JobDefinition<Schema extends z.ZodMiniType> = Definition<Schema> &
  (
    | { readonly ordered?: undefined; run(run: JobRun<z.output<Schema>>): Promise<Again | void> }
    | { readonly ordered: true; run(run: JobRun<z.output<Schema>>): Promise<void> }
  );

interface GivenUp<Value> {
  readonly platform: Platform;
  readonly message: Value;
  readonly work: string;
  readonly error: string;
}

interface Died {
  readonly platform: Platform;
  readonly queue: string;
  /** The message's. */
  readonly id: string;
  readonly work: string;
  readonly error: string;
}

/** What a run gives that is not done: the message comes again after so many seconds, at most 900,
 * with all its attempts. */
export interface Again {
  readonly againSeconds: number;
}
