import * as z from 'zod/mini';
import { filled, flag, positive, sharedFields, text, webUrl } from './request.ts';

const maxNameLength = 1_000;

/** The body of POST /analyze. */
export const buildRequest = z.strictObject({
  ...sharedFields,
  /** Folders are separated by `/`. */
  job_name: filled.check(
    z.maxLength(maxNameLength, `must have at most ${maxNameLength} characters`),
  ),
  build_number: z.int(),
  wait_for_completion: z.optional(z.boolean()),
  poll_interval_minutes: z.optional(z.int().check(z.positive())),
  /** 0: no limit. */
  max_wait_minutes: z.optional(z.int().check(z.gte(0))),
  /** Analyzes a successful build too. */
  force: z.optional(z.boolean()),
  ci_url: webUrl,
  ci_user: text,
  ci_password: text,
  ci_ssl_verify: flag,
  /** Seconds. */
  ci_timeout: positive,
  ci_artifacts_max_size_mb: positive,
  get_job_artifacts: flag,
});
export type BuildRequest = z.output<typeof buildRequest>;
