import * as z from 'zod/mini';

/** A day of a query, in UTC. */
export const day = z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\d$/, 'must be a date such as 2026-01-31'));
