import * as z from 'zod/mini';

const text = z.nullable(z.string());

/** An entry of the log: in searches, exports and the live stream. */
export const entry = z.strictObject({
  timestamp: z.string(),
  level: z.string(),
  logger_name: z.string(),
  message: z.string(),
  hook_id: text,
  event_type: text,
  repository: text,
  pr_number: z.nullable(z.number()),
  scm_user: text,
  task_id: text,
  task_type: text,
  task_status: text,
  token_spend: z.nullable(z.number()),
  /** Its position: grows in the order of writing. */
  cursor: z.number(),
});

export const entryPage = z.strictObject({
  /** Newest first. */
  entries: z.array(entry),
  entries_processed: z.int(),
  filtered_count_min: z.int(),
  total_log_count_estimate: z.int(),
  /** The number of all matches; a lower bound after a partial scan. */
  total_count: z.int(),
  limit: z.int(),
  offset: z.int(),
  is_partial_scan: z.boolean(),
});

export const exported = z.strictObject({
  export_metadata: z.strictObject({
    generated_at: z.string(),
    filters_applied: z.record(z.string(), z.union([z.string(), z.number()])),
    total_entries: z.int(),
    export_format: z.literal('json'),
    /** More entries match than were exported. */
    truncated: z.boolean(),
  }),
  log_entries: z.array(entry),
});

/** Oldest first, with the entry itself. */
export const around = z.strictObject({ cursor: z.number(), entries: z.array(entry) });

export const histogram = z.strictObject({
  /** Absent times are those of the first and last match; null: nothing matches. */
  start_time: text,
  end_time: text,
  buckets: z.array(z.strictObject({ time: z.string(), total: z.int(), errors: z.int() })),
});
