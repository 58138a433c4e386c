import * as z from 'zod';
import { table } from '../platform/table.ts';

/** Who works on a message now, and which are done: the idempotency of jobs. */
export const leases = table({
  name: 'job_leases',
  version: 1,
  columns: z.object({
    /** Job name and the message's own key. */
    id: z.string(),
    state: z.enum(['running', 'done']),
    /** Raised by every claim: a write that names an older one comes from a worker that was given up. */
    fence: z.int(),
    expires_at: z.string(),
  }),
  key: ['id'],
  indexes: { by_state: { equal: ['state'], order: 'expires_at' } },
});

/** A message that was given up, with the reason; the operator may send it again. */
const deadLetter = z.object({
  id: z.string(),
  queue: z.string(),
  body: z.string(),
  error: z.string(),
  attempts: z.int(),
  died_at: z.string(),
  replayed_at: z.string().nullable(),
});

export type DeadLetter = z.output<typeof deadLetter>;

export const deadLetters = table({
  name: 'dead_letters',
  version: 1,
  columns: deadLetter,
  key: ['id'],
  indexes: { by_queue: { equal: ['queue'], order: 'died_at' } },
});
