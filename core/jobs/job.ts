import type { SQSEvent, SQSRecord } from 'aws-lambda';
import middy from '@middy/core';
import type * as z from 'zod';
import { Failure } from '../platform/failure.ts';
import { platform as openPlatform } from '../platform/index.ts';
import type { Message, Platform } from '../platform/ports.ts';
import { backoff } from './backoff.ts';
import { bury } from './dead-letter.ts';
import { claim, type Lease } from './lease.ts';
import { eachMessage, messageOf, type BatchResult } from './sqs-event.ts';
import { unanswered } from './unanswered.ts';

export interface JobContext {
  readonly lantern?: { readonly platform: Platform; readonly signal?: AbortSignal };
}

export interface JobRun<Value> {
  readonly platform: Platform;
  readonly message: Value;
  readonly attempt: number;
  /** Names this claim: what the job writes carries it, so that a worker that lost its lease and
   * wakes up later is refused. */
  readonly fence: number;
  /** Aborts when the lease is lost or the host stops. */
  readonly signal: AbortSignal;
}

export interface JobDefinition<Schema extends z.ZodType> {
  /** The queue's name, which is the job's. */
  readonly queue: string;
  readonly message: Schema;
  /** How long a worker may be silent before another takes over; prolonged while it runs. */
  readonly leaseSeconds: number;
  readonly maxAttempts: number;
  /** What makes two messages the same work; default: each message is its own. */
  readonly key?: (message: z.output<Schema>) => string;
  run(run: JobRun<z.output<Schema>>): Promise<void>;
}

export type QueueFunction = (event: SQSEvent, context?: JobContext) => Promise<BatchResult>;

export interface Job {
  /** For the queue. */
  readonly handler: QueueFunction;
  /** For `<queue>-dead`, where messages land that no worker answered. */
  readonly dead: QueueFunction;
  readonly definition: Pick<JobDefinition<z.ZodType>, 'queue' | 'leaseSeconds' | 'maxAttempts'>;
}

/**
 * Makes the functions of a queue: the message's schema, one run per piece of work (lease and fence),
 * retries with backoff, and after the last try a dead letter that holds the error.
 */
export function job<Schema extends z.ZodType>(definition: JobDefinition<Schema>): Job {
  const { queue } = definition;

  async function base(event: SQSEvent, context: JobContext): Promise<BatchResult> {
    const platform = context.lantern?.platform ?? (await openPlatform());
    return eachMessage(event.Records, (record) =>
      handle(record, platform, context.lantern?.signal),
    );
  }

  async function handle(record: SQSRecord, platform: Platform, stop?: AbortSignal) {
    const message = messageOf(record, queue);
    try {
      return await attempt(message, platform, stop);
    } catch (error) {
      platform.log('ERROR', 'job failed', { queue, id: message.id, error: describe(error) });
      return false;
    }
  }

  async function attempt(message: Message, platform: Platform, stop?: AbortSignal) {
    const body = await platform.queue.open(message.body);
    const value = parse(definition.message, body);
    if (value instanceof Failure) {
      // It will not become right by trying again.
      await bury(platform, { ...message, body }, value.message);
      return true;
    }
    const id = `${queue} ${definition.key?.(value) ?? message.id}`;
    const claimed = await claim(platform, id, definition.leaseSeconds);
    if (claimed.outcome === 'done') return true;
    if (claimed.outcome === 'held') {
      const left = Math.ceil((claimed.until.getTime() - platform.clock.now().getTime()) / 1000);
      await platform.queue.release(message, Math.max(1, left));
      return false;
    }
    return work({ message, body, value, platform, lease: claimed.lease }, stop);
  }

  async function work(step: Step<z.output<Schema>>, stop?: AbortSignal): Promise<boolean> {
    const { message, body, value, platform, lease } = step;
    const ended = new AbortController();
    const lost = new AbortController();
    const beating = heartbeat(step, definition.leaseSeconds, ended.signal, lost);
    try {
      await definition.run({
        platform,
        message: value,
        attempt: message.attempts,
        fence: lease.fence,
        signal: AbortSignal.any(stop ? [lost.signal, stop] : [lost.signal]),
      });
    } catch (error) {
      ended.abort();
      await beating;
      return failed(step, error, stop?.aborted ?? false);
    }
    ended.abort();
    await beating;
    // Whoever lost the lease leaves the message to its new owner.
    if (await lease.finish()) return true;
    platform.log('WARNING', 'job finished after its lease was lost', {
      queue,
      id: message.id,
      body: body.length,
    });
    return false;
  }

  async function failed(step: Step<z.output<Schema>>, error: unknown, stopping: boolean) {
    const { message, body, platform, lease } = step;
    const { attempts, id } = message;
    const said = describe(error);
    if (stopping || attempts < definition.maxAttempts) {
      const delay = stopping ? 0 : backoff(attempts, Math.random());
      platform.log('WARNING', 'job will be tried again', {
        queue,
        id,
        attempts,
        delay,
        error: said,
      });
      await lease.release();
      await platform.queue.release(message, delay);
      return false;
    }
    platform.log('ERROR', 'job gave up', { queue, id, attempts, error: said });
    await bury(platform, { ...message, body }, said);
    await lease.finish();
    return true;
  }

  const handler = middy(base, { timeoutEarlyInMillis: 0 });
  return {
    handler: (event, context = {}) => handler(event, context as never) as Promise<BatchResult>,
    dead: unanswered(queue),
    definition,
  };
}

interface Step<Value> {
  readonly message: Message;
  readonly body: string;
  readonly value: Value;
  readonly platform: Platform;
  readonly lease: Lease;
}

/** Keeps lease and message while the job runs, three times per lease. */
async function heartbeat(
  { platform, message, lease }: Step<unknown>,
  seconds: number,
  ended: AbortSignal,
  lost: AbortController,
): Promise<void> {
  for (;;) {
    await platform.clock.sleep((seconds * 1000) / 3, ended);
    if (ended.aborted) return;
    try {
      if (!(await lease.extend())) return lost.abort();
      await platform.queue.extend(message, seconds);
    } catch (error) {
      // A hiccup of the store: the next beat may succeed, and the lease covers three.
      platform.log('WARNING', 'job could not prolong its lease', { error: describe(error) });
    }
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, body: string): z.output<Schema> | Failure {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return new Failure('invalid', 'bad_message', 'The message is not JSON');
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(
    ({ path, message }) => `${path.map(String).join('.')}: ${message}`,
  );
  return new Failure('invalid', 'bad_message', `The message is not valid: ${issues.join('; ')}`);
}

function describe(error: unknown): string {
  if (error instanceof Failure) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
