import { dayMilliseconds } from '#core/platform/ports/clock.ts';
import * as z from 'zod/mini';
import { table } from '#core/platform/table.ts';

/** A day more than SQS keeps a message: no delivery can come that would run the work again. */
const keptMilliseconds = 15 * dayMilliseconds;

/** When the record of work that is done now may be removed. */
export function keptUntil(now: Date): string {
  return new Date(now.getTime() + keptMilliseconds).toISOString();
}

/** Which work is leased, done or given up: the idempotency of jobs. */
export const leases = table({
  name: 'job_leases',
  version: 2,
  columns: z.object({
    /** The work: job name and the message's own key. */
    id: z.string(),
    state: z.enum(['running', 'done', 'dead']),
    /** The message that claimed it last, which stays in the queue until the work has ended. */
    message: z.string(),
    /** Raised by every claim: a write that names an older one comes from a worker that was given up. */
    fence: z.int(),
    /** Runs that began and were not handed back; the queue's own count has duplicates in it. */
    attempts: z.int(),
    /** The error of the last try that gave one. */
    error: z.nullable(z.string()),
    /** When the lease ends. */
    expires_at: z.string(),
    /** When the record is removed, once the work is done. */
    kept_until: z.nullable(z.string()),
  }),
  key: ['id'],
  // Every job of a service writes one.
  shards: 16,
  expires: 'kept_until',
});

/** A message that was given up, with the reason; the operator may send it again. */
const deadLetter = z.object({
  /** The message's. */
  id: z.string(),
  queue: z.string(),
  /** The message group of an ordered queue. */
  group: z.nullable(z.string()),
  /** The lease's id: what is sent again is the same piece of work. */
  work: z.string(),
  body: z.string(),
  error: z.string(),
  attempts: z.int(),
  died_at: z.string(),
  replayed_at: z.nullable(z.string()),
});

export type DeadLetter = z.output<typeof deadLetter>;

export const deadLetters = table({
  name: 'dead_letters',
  version: 2,
  columns: deadLetter,
  key: ['id'],
  indexes: { by_queue: { equal: ['queue'], order: 'died_at' } },
});

export const jobTables = [leases, deadLetters];
