import * as z from 'zod/mini';
import { table } from '#core/platform/table.ts';
import { deliveryMessage } from './message.ts';

const text = z.nullable(z.string());
const { signature, origin, address, replay_of } = deliveryMessage.shape;

export const deliveryState = z.enum(['processing', 'success', 'partial', 'failed']);

/** The columns of a list. */
export const listedColumns = {
  id: z.string(),
  /** The full name. */
  repository: z.string(),
  event: z.string(),
  action: text,
  sender: text,
  pr_number: z.nullable(z.int()),
  received_at: z.string(),
  started_at: z.string(),
  /** Null: it is being processed. */
  completed_at: text,
  state: deliveryState,
  error: text,
  /** When it is processed again, after an outage; null: it is not. */
  retry_at: z._default(text, null),
  signature,
  address,
  origin,
  replay_of,
};

/** Written by the step that processes a delivery. */
export const deliveries = table({
  name: 'webhook_deliveries',
  version: 2,
  columns: z.object({
    ...listedColumns,
    /** For the index of all deliveries. */
    all: z._default(z.literal('all'), 'all'),
    token_spend: z._default(z.int(), 0),
    headers: z.record(z.string(), z.string()),
    /** The blob of a large body; null: it is in `body`. */
    body_key: text,
    body: text,
    /** The message of the queue that it was processed from: another one is a copy. */
    message: z.string(),
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
  searchable: ['retry_at'],
  shards: 4,
  expires: 'expires_at',
});

export type DeliveryRow = ReturnType<typeof deliveries.parse>;
