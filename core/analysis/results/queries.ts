import * as z from 'zod/mini';
import { classifications } from '../base/schema/detail.ts';

// Pages and programs ask with them: the schemas load without the tables.

/** In UTC. */
const day = z.iso.date('must be a date such as 2026-01-31');

export const usageQuery = z.object({
  /** Both days count, in UTC. */
  start_date: z.optional(day),
  end_date: z.optional(day),
  ai_provider: z.optional(z.string()),
  ai_model: z.optional(z.string()),
  group_by: z._default(z.enum(['provider', 'model', 'day', 'job']), 'provider'),
});

export const failureQuery = {
  /** Part of a test's name or of an error message. */
  search: z.optional(z.string().check(z.maxLength(200))),
  job_name: z.optional(z.string()),
  classification: z.optional(z.enum(['', ...classifications])),
};
