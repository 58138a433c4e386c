import type { SQSEvent } from 'aws-lambda';
import type * as z from 'zod/mini';
import { Failure } from '../platform/failure.ts';
import { platform as openPlatform } from '#core/home/platform.ts';
import type { Message } from '#core/platform/ports/queue.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { withLogFields } from '#core/home/log-fields.ts';
import { maskSecrets } from '../text/mask.ts';
import { backoff } from './backoff.ts';
import { bury } from './dead-letter.ts';
import { heartbeat } from './heartbeat.ts';
import { claim, type Claim, type Lease } from './lease.ts';
import { readWork, replayBody, type ReadWork } from './read-work.ts';
import { eachMessage, messageOf, type BatchResult } from './sqs-event.ts';

export interface JobContext {
  readonly lantern?: { readonly platform: Platform; readonly signal?: AbortSignal };
}

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

export interface GivenUp<Value> {
  readonly platform: Platform;
  readonly message: Value;
  readonly work: string;
  readonly error: string;
}

export interface Died {
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

export type QueueFunction = (event: SQSEvent, context?: JobContext) => Promise<BatchResult>;

type DeclaredKey = 'queue' | 'leaseSeconds' | 'maxAttempts' | 'ordered' | 'workers';

export interface Job {
  /** For the queue. */
  readonly handler: QueueFunction;
  /** For `<queue>-dead`, where messages land that no worker answered. */
  readonly dead: QueueFunction;
  readonly definition: Pick<JobDefinition<z.ZodMiniType>, DeclaredKey>;
}

/** SQS's limit. */
const longestDelaySeconds = 900;

const unanswered =
  'The worker ended without an answer at the last try: killed, out of memory or out of time';

/** How long a run may take to end once the host stops. */
const patienceMilliseconds = 3_000;

/**
 * Makes the functions of a queue: the message's schema, one run per piece of work (lease and fence),
 * retries with backoff, and after the last try a dead letter that holds the error.
 */
export function job<Schema extends z.ZodMiniType>(definition: JobDefinition<Schema>): Job {
  const { queue, maxAttempts, leaseSeconds } = definition;
  type Value = z.output<Schema>;

  interface Step {
    readonly message: Message;
    readonly read: ReadWork<Value>;
    readonly platform: Platform;
  }

  function consume(from: string, tries: number): QueueFunction {
    return async (event, context = {}) => {
      const platform = context.lantern?.platform ?? (await openPlatform());
      return eachMessage(event.Records, (record) =>
        handle(messageOf(record, from), tries, platform, context.lantern?.signal),
      );
    };
  }

  /** True when the message has served. */
  async function handle(message: Message, tries: number, platform: Platform, stop?: AbortSignal) {
    try {
      const read = await readWork(definition, message, platform.queue);
      const fields = 'value' in read ? definition.logFields?.(read.value) : undefined;
      return await withLogFields(fields ?? {}, () =>
        take({ message, read, platform }, tries, stop).catch((error: unknown) =>
          putBack(message, platform, error),
        ),
      );
    } catch (error) {
      return putBack(message, platform, error);
    }
  }

  async function take(step: Step, tries: number, stop?: AbortSignal): Promise<boolean> {
    const { message, read, platform } = step;
    const problem = 'problem' in read ? read.problem : undefined;
    const [claimed] = await Promise.all([
      claim(platform, {
        id: read.id,
        message: message.id,
        seconds: leaseSeconds,
        // A message that makes no sense does not improve by further attempts.
        tries: problem === undefined ? tries : 0,
        reason: problem ?? unanswered,
      }),
      hide(message, platform),
    ]);
    if (claimed.outcome !== 'claimed') return settle(step, claimed);
    return 'value' in read && work(step, read.value, claimed.lease, stop);
  }

  async function putBack(message: Message, platform: Platform, error: unknown): Promise<false> {
    const fields = { queue, id: message.id, error: describe(error) };
    platform.log('ERROR', 'job could not begin or end', fields);
    const delay = backoff(message.attempts, Math.random());
    // When this fails as well, the message comes back by itself, only later.
    await platform.queue.release(message, delay).catch(() => undefined);
    return false;
  }

  /** The queue's own time covers the longest run: without this a worker that is killed before its
   * first heartbeat would hide the message for 90 minutes on AWS. */
  async function hide(message: Message, { queue: messages, log }: Platform): Promise<void> {
    await messages.extend(message, leaseSeconds).catch((error: unknown) => {
      log('WARNING', 'a message stays hidden', { queue, id: message.id, error: String(error) });
    });
  }

  async function settle(step: Step, claimed: Exclude<Claim, { outcome: 'claimed' }>) {
    const { message, platform } = step;
    if (claimed.outcome === 'done') return true;
    if (claimed.outcome === 'dead') return buried(step, claimed.attempts, claimed.error);
    // The message that began the work stays until the work has ended: one of them is enough.
    if (claimed.message !== message.id) return true;
    const left = Math.ceil((claimed.until.getTime() - platform.clock.now().getTime()) / 1000);
    // A lease ends later only when it was taken while the clock was ahead.
    await platform.queue.release(message, Math.min(leaseSeconds, Math.max(1, left)));
    return false;
  }

  async function work(step: Step, value: Value, lease: Lease, stop?: AbortSignal) {
    const { message, platform } = step;
    const ended = new AbortController();
    const lost = new AbortController();
    const signals = { ended: ended.signal, lost };
    const beating = heartbeat({ platform, message, lease, seconds: leaseSeconds, ...signals });
    const run = async () =>
      definition.run({
        platform,
        message: value,
        work: step.read.id,
        attempt: lease.attempt,
        fence: lease.fence,
        signal: AbortSignal.any(stop ? [lost.signal, stop] : [lost.signal]),
      });
    let failure: { readonly error: unknown } | undefined;
    let again: Again | void = undefined;
    try {
      again = await Promise.race([run(), overdue(platform, ended.signal, stop)]);
    } catch (error) {
      failure = { error };
    }
    ended.abort();
    await beating;
    if (failure) return failed(step, lease, failure.error, stop?.aborted ?? false);
    if (again) return comeAgain(step, lease, again);
    return (await lease.finish()) || leaveToOther(step);
  }

  /** Another message takes this one's place, since the queue counts deliveries. Should only one of
   * the two writes happen, a message is left all the same: copies of it are one work. */
  async function comeAgain(step: Step, lease: Lease, { againSeconds }: Again) {
    const { read, platform } = step;
    const body = replayBody(read.id, read.body);
    const [isFree] = await Promise.all([
      lease.handOn(),
      platform.queue.send(queue, body, {
        delaySeconds: Math.min(longestDelaySeconds, againSeconds),
      }),
    ]);
    return isFree || leaveToOther(step);
  }

  async function failed(step: Step, lease: Lease, error: unknown, stopping: boolean) {
    const { message, platform } = step;
    const { attempt } = lease;
    const said = describe(error);
    if (!stopping && attempt >= maxAttempts) {
      // The state first: after a crash the next delivery writes the dead letter, and runs nothing.
      if (!(await lease.giveUp(said))) return leaveToOther(step);
      return buried(step, attempt, said);
    }
    const delay = stopping ? 0 : backoff(attempt, Math.random());
    const fields = { queue, id: message.id, attempt, delay, error: said };
    platform.log('WARNING', 'job will be tried again', fields);
    const released = await (stopping ? lease.handBack() : lease.release(said));
    if (!released) return leaveToOther(step);
    await platform.queue.release(message, delay);
    return false;
  }

  async function buried({ message, read, platform }: Step, attempts: number, error: string) {
    const { id, group = null } = message;
    platform.log('ERROR', 'job gave up', { queue, id, attempts, error });
    if ('value' in read) {
      const given = { platform, message: read.value, work: read.id, error };
      await definition.givenUp?.(given);
    }
    await definition.died?.({ platform, queue, id, work: read.id, error });
    await bury(platform, { queue, id, group, work: read.id, body: read.body, attempts, error });
    return true;
  }

  /** The message belongs to the new owner of the lease as well. */
  function leaveToOther({ message, platform }: Step): false {
    platform.log('WARNING', 'job ended after its lease was lost', { queue, id: message.id });
    return false;
  }

  return {
    handler: consume(queue, maxAttempts),
    // Unanswered messages are given up, unless a worker is still at them or has done the work.
    dead: consume(`${queue}-dead`, 0),
    definition,
  };
}

/** Rejects a moment after the host stops, so that a run that does not listen is left behind: its
 * process ends soon, and until then its fence is refused. */
function overdue({ clock }: Platform, ended: AbortSignal, stop?: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const wait = async () => {
      await clock.sleep(patienceMilliseconds, ended);
      reject(new Error('The host stopped, and the job did not end in time'));
    };
    if (stop?.aborted) void wait();
    else stop?.addEventListener('abort', () => void wait(), { once: true, signal: ended });
  });
}

const longestError = 4_000;

function describe(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const said = error instanceof Failure ? error.message : stack;
  return maskSecrets(said, []).slice(0, longestError);
}
