import * as z from 'zod/mini';
import { table } from '#core/platform/table.ts';

const text = z.nullable(z.string());

/** Written by the step that processes a delivery. */
export const deliveries = table({
  name: 'webhook_deliveries',
  version: 1,
  columns: z.object({
    repository: z.string(),
    id: z.string(),
    /** For the index of all deliveries. */
    all: z._default(z.literal('all'), 'all'),
    event: z.string(),
    action: text,
    sender: text,
    pr_number: z.nullable(z.int()),
    received_at: z.string(),
    started_at: z.string(),
    completed_at: text,
    state: z.enum(['processing', 'success', 'partial', 'failed']),
    error: text,
    token_spend: z._default(z.int(), 0),
    signature: z.enum(['valid', 'unchecked']),
    address: z.string(),
    headers: z.record(z.string(), z.string()),
    /** The blob of a large body; null: it is in `body`. */
    body_key: text,
    body: text,
    /** The message of the queue that it was processed from: another one is a copy. */
    message: z.string(),
    origin: z.enum(['hook', 'gap', 'replay']),
    replay_of: text,
    is_dry_run: z._default(z.boolean(), false),
    expires_at: z.string(),
  }),
  key: ['repository', 'id'],
  indexes: {
    by_id: { equal: ['id'], order: 'received_at' },
    by_time: { equal: ['all'], order: 'received_at' },
    by_state: { equal: ['state'], order: 'received_at' },
    by_origin: { equal: ['replay_of'], order: 'received_at' },
  },
  shards: 4,
  expires: 'expires_at',
});

export type DeliveryRow = ReturnType<typeof deliveries.parse>;
