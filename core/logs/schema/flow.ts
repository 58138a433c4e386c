import * as z from 'zod/mini';
import { entry } from './entry.ts';

const text = z.nullable(z.string());

const stepError = z.strictObject({ type: z.string(), message: z.string(), traceback: z.string() });

/** What happened for a delivery or a pull request, in order. */
export const pullRequestFlow = z.strictObject({
  identifier: z.string(),
  stages: z.array(
    z.strictObject({
      name: z.string(),
      timestamp: z.string(),
      duration_ms: z.nullable(z.number()),
      error: z.optional(z.string()),
    }),
  ),
  total_duration_ms: z.number(),
  success: z.boolean(),
  error: z.optional(z.string()),
});

export const workflowStep = z.strictObject({
  timestamp: z.string(),
  step_name: z.string(),
  message: z.string(),
  level: z.string(),
  repository: text,
  event_type: text,
  pr_number: z.nullable(z.number()),
  task_id: text,
  task_type: text,
  /** `started`: it is running, or was interrupted when the delivery has ended. */
  task_status: z.nullable(z.string()),
  duration_ms: z.nullable(z.number()),
  error: z.nullable(stepError),
  step_details: z.nullable(z.record(z.string(), z.unknown())),
  /** From the delivery's start. */
  relative_time_ms: z.number(),
});

export const workflowSteps = z.strictObject({
  hook_id: z.string(),
  start_time: z.string(),
  /** Null: it is still running. */
  total_duration_ms: z.nullable(z.number()),
  step_count: z.int(),
  steps: z.array(workflowStep),
  /** Requests to the code host; null for deliveries of older versions. */
  token_spend: z.nullable(z.number()),
  event_type: text,
  action: text,
  repository: text,
  sender: text,
  pr: z.nullable(z.strictObject({ number: z.number(), title: text, author: text })),
  /** Null: it is still running. */
  success: z.nullable(z.boolean()),
  error: text,
});

export const stepLogs = z.strictObject({
  step: z.strictObject({
    name: z.string(),
    status: z.string(),
    timestamp: z.string(),
    duration_ms: z.nullable(z.number()),
    error: z.nullable(stepError),
  }),
  /** Oldest first. */
  logs: z.array(entry),
  log_count: z.int(),
});
