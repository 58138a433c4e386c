import * as z from 'zod/mini';
import { workflowStep } from '#core/logs/schema/flow.ts';
import { wholeOr } from '#core/logs/schema/query.ts';
import { deliveryState, listedColumns } from './tables.ts';

const text = z.nullable(z.string());
/** `waiting`: it is processed again at `retry_at`; it has failed, wholly or partly, so far. */
export const shownState = z.enum([...deliveryState.options, 'waiting']);
const state = deliveryState;

const line = {
  ...listedColumns,
  retry_at: text,
  state: shownState,
  duration_ms: z.nullable(z.int()),
  /** Requests to the code host. */
  token_spend: z.int(),
  is_dry_run: z.boolean(),
};

export const deliveryLine = z.strictObject(line);

export const deliveryList = z.strictObject({
  /** Newest first. */
  deliveries: z.array(deliveryLine),
  /** For the next page; null: this is the last. */
  cursor: text,
});

export const deliveryDetail = z.strictObject({
  ...line,
  headers: z.record(z.string(), z.string()),
  /** As received, with secrets masked. Null: it has expired. */
  body: text,
  /** The body is longer than what is shown. */
  is_body_cut: z.boolean(),
  steps: z.array(workflowStep),
  /** Newest first. */
  replays: z.array(z.strictObject({ id: z.string(), received_at: z.string(), state: shownState })),
});

export const replayed = z.strictObject({
  delivery_id: z.string(),
  replay_of: z.string(),
  is_dry_run: z.boolean(),
});

export const bulkReplayed = z.strictObject({
  replayed: z.array(z.strictObject({ delivery_id: z.string(), replay_of: z.string() })),
  failed: z.array(z.strictObject({ id: z.string(), detail: z.string() })),
});

const name = z.optional(
  z.pipe(
    z.string(),
    z.transform((value) => (value.trim() === '' ? undefined : value)),
  ),
);
const truth = z.pipe(
  z._default(z.enum(['true', 'false', '']), ''),
  z.transform((value) => value === 'true'),
);

export const deliveryQuery = z.object({
  state: z.optional(shownState),
  event: name,
  repository: name,
  pr_number: z.optional(
    z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'must be a whole number')), z.transform(Number)),
  ),
  limit: wholeOr(50, 1, 500),
  cursor: name,
});

/** `repository`: the full name, when two repositories have a delivery of this id. */
export const oneQuery = z.object({ repository: name });
export const replayQuery = z.object({ repository: name, dry_run: truth });

export const maxReplayed = 100;

/** These deliveries, or the newest that match, at most 100. */
export const bulkBody = z.strictObject({
  ids: z.optional(z.array(z.string()).check(z.minLength(1), z.maxLength(maxReplayed))),
  filter: z.optional(
    z.strictObject({
      state: z.optional(state),
      event: z.optional(z.string()),
      repository: z.optional(z.string()),
      pr_number: z.optional(z.int()),
      /** Received at or after; ISO 8601 in UTC. */
      since: z.optional(z.iso.datetime()),
    }),
  ),
  dry_run: z._default(z.boolean(), false),
});
