import * as z from 'zod/mini';
import { peerEntry } from './request.ts';

const text = z.nullable(z.string());

/** The settings that an analysis runs with: the request's over the server's. Public, with the tokens
 * beside it in `secretParams`. */
export const effectiveParams = z.object({
  tests_repo_url: text,
  tests_repo_ref: text,
  ai_provider: z.string(),
  ai_model: z.string(),
  /** Minutes. */
  ai_cli_timeout: z.int(),
  max_concurrent_ai_calls: z.int(),
  raw_prompt: text,
  /** What a person said of the failure that is analyzed again. */
  hint: z.optional(z.string()),
  peer_ai_configs: z.array(peerEntry),
  peer_analysis_max_rounds: z.int(),
  additional_repos: z.array(z.object({ name: z.string(), url: z.string(), ref: z.string() })),
  /** Null: when it is configured. */
  enable_tracker: z.nullable(z.boolean()),
  tracker_url: text,
  tracker_project_key: text,
  tracker_ssl_verify: z.boolean(),
  tracker_max_results: z.int(),
});
export type EffectiveParams = z.output<typeof effectiveParams>;

/** What the analysis of a build has besides. */
export const buildParams = z.object({
  /** The build server's address; null: none is configured. */
  ci_url: text,
  ci_ssl_verify: z.boolean(),
  /** Seconds. */
  ci_timeout: z.int(),
  ci_artifacts_max_size_mb: z.int(),
  get_job_artifacts: z.boolean(),
  wait_for_completion: z.boolean(),
  poll_interval_minutes: z.int(),
  /** 0: no limit. */
  max_wait_minutes: z.int(),
  force: z.boolean(),
});
export type BuildParams = z.output<typeof buildParams>;

/** Stored encrypted, never in an answer, a prompt or the log. */
export const secretParams = z.object({
  tests_repo_token: z.optional(z.string()),
  scm_token: z.optional(z.string()),
  tracker_email: z.optional(z.string()),
  tracker_api_token: z.optional(z.string()),
  tracker_pat: z.optional(z.string()),
  ci_user: z.optional(z.string()),
  ci_password: z.optional(z.string()),
  /** By the name of the repository. */
  additional_repo_tokens: z.optional(z.record(z.string(), z.string())),
});
export type SecretParams = z.output<typeof secretParams>;

/** What an analysis found out about itself; `request_params` of a result has it beside the
 * parameters. */
export const retriedTests = z.object({
  count: z.int(),
  tests: z.array(z.object({ test_name: z.string(), error_message: z.string() })),
});

export const slowTest = z.object({ test_name: z.string(), seconds: z.number() });
export type SlowTest = z.output<typeof slowTest>;

export const findings = z.object({
  /** Quotes of a model that were not in what it was given, and were removed. */
  unverified_quotes: z.int(),
  overrides_applied: z.array(
    z.object({
      signature: z.string(),
      classification: z.string(),
      source: z.literal('override'),
    }),
  ),
  /** Repositories that could not be cloned, and the like. */
  notes: z.array(z.string()),
});
export type Findings = z.output<typeof findings>;
