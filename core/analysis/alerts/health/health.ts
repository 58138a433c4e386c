import * as z from 'zod/mini';

const check = z.object({
  status: z.enum(['ok', 'error', 'degraded', 'not_configured']),
  detail: z.optional(z.string()),
});
export type Check = z.output<typeof check>;

export const health = z.object({
  /** `unhealthy`: nothing works; `degraded`: something does not. */
  status: z.enum(['healthy', 'degraded', 'unhealthy']),
  uptime_seconds: z.int(),
  version: z.string(),
  checks: z.object({
    database: check,
    ci: check,
    ai_provider: check,
    reports: check,
    tracker: check,
  }),
  /** The share of requests that were answered 5xx. */
  error_rates: z.object({ last_5m: z.number(), last_1h: z.number() }),
});
export type Health = z.output<typeof health>;
