import * as z from 'zod/mini';
import { runChanges } from './changes.ts';
import { classification } from './detail.ts';
import { buildParams, effectiveParams, findings, retriedTests } from './params.ts';
import { classificationRecord, commentView, mentionView, place } from './records.ts';
import { analysisResult, failureAnalysisResult, jobStatus, progressEntry } from './result.ts';

// What the service answers, and what its pages are made from.

const text = z.nullable(z.string());

/** What the server is configured to do beside the analysis. */
export const capabilities = z.object({
  scm_issues_enabled: z.boolean(),
  tracker_issues_enabled: z.boolean(),
  server_scm_token: z.boolean(),
  server_tracker_token: z.boolean(),
  server_tracker_email: z.boolean(),
  server_tracker_project_key: z.string(),
  reports: z.boolean(),
  reports_project: z.string(),
});
export type Capabilities = z.output<typeof capabilities>;

const directParams = z.object({
  ...effectiveParams.shape,
  ...findings.shape,
  /** `offline`, or a replaced program and its model; null: the provider's own program. */
  writer: text,
  /** Tests of the report that failed first and passed on a retry: they are no failures. */
  passed_on_retry: z.optional(retriedTests),
});

/** Beside the fields of the result itself. */
const runFields = {
  status: jobStatus,
  request_params: directParams,
  progress_phase: text,
  progress_log: z.array(progressEntry),
  /** Only failed jobs have it. */
  error: z.optional(z.string()),
};

const buildResult = z.object({
  ...analysisResult.shape,
  ...runFields,
  /** Analyses that were started before builds could be read have no settings of a build server. */
  request_params: z.object({ ...directParams.shape, ...z.partial(buildParams).shape }),
});
const directResult = z.object({ ...failureAnalysisResult.shape, ...runFields });

/** GET /results/{job_id} */
export const resultEnvelope = z.object({
  job_id: z.string(),
  /** Empty for a direct analysis. */
  ci_url: z.string(),
  status: jobStatus,
  result: z.union([buildResult, directResult]),
  created_at: z.string(),
  completed_at: text,
  analysis_started_at: text,
  capabilities,
  base_url: z.string(),
  result_url: z.string(),
  /** What the request of a direct analysis says of its run. */
  run: z.optional(
    z.object({
      job_name: text,
      build_number: z.nullable(z.int()),
      branch: text,
      commit: text,
      run_url: text,
    }),
  ),
  /** What changed since the last run that passed, where that is known. */
  changes: z.optional(runChanges),
});
export type ResultEnvelope = z.output<typeof resultEnvelope>;

/** GET /results */
export const resultRow = z.object({
  job_id: z.string(),
  ci_url: z.string(),
  status: jobStatus,
  created_at: z.string(),
});
export type ResultRow = z.output<typeof resultRow>;

/** GET /history/overrides */
export const correctionRow = z.object({
  signature: z.string(),
  classification,
  /** Those that had the error when it was corrected. */
  tests: z.array(z.string()),
  username: z.string(),
  reason: z.string(),
  /** The analysis in which it was corrected. */
  job_id: z.string(),
  updated_at: z.string(),
});
export type CorrectionRow = z.output<typeof correctionRow>;

/** GET /api/dashboard */
export const dashboardRow = z.object({
  ...resultRow.shape,
  completed_at: text,
  analysis_started_at: text,
  reviewed_count: z.int(),
  comment_count: z.int(),
  /** Only builds, and analyses whose request names them. */
  job_name: z.optional(z.string()),
  build_number: z.optional(z.int()),
  /** Only completed analyses have them. */
  failure_count: z.optional(z.int()),
  child_job_count: z.optional(z.int()),
  summary: z.optional(z.string()),
  /** Only failed ones have it. */
  error: z.optional(z.string()),
});

const reviewView = z.object({
  reviewed: z.boolean(),
  username: z.string(),
  updated_at: z.string(),
});

/** GET /results/{job_id}/comments */
export const discussion = z.object({
  /** The oldest first. */
  comments: z.array(commentView),
  /** By test_name, or `<child_job_name>#<child_build_number>::<test_name>`. */
  reviews: z.record(z.string(), reviewView),
});
export type Discussion = z.output<typeof discussion>;

/** GET /results/{job_id}/review-status */
export const reviewStatus = z.object({
  total_failures: z.int(),
  reviewed_count: z.int(),
  comment_count: z.int(),
});
export type ReviewStatus = z.output<typeof reviewStatus>;

/** GET /results/{job_id}/comparison: names of tests; of a child job `<child_job_name>::<test_name>`. */
export const comparison = z.object({
  /** Null: there is no analysis before. */
  compared_with: text,
  new: z.array(z.string()),
  /** They failed before and passed now, or are not among the failures of a report without passes. */
  fixed: z.array(z.string()),
  still_failing: z.array(z.string()),
  /** They failed before, and a report that names tests that passed does not have them; absent: none. */
  not_run: z.optional(z.array(z.string())),
  /** They fail, and people marked them as known: they are not among the new ones; absent: none. */
  known: z.optional(z.array(z.string())),
});
export type Comparison = z.output<typeof comparison>;

/** GET /api/users/mentions: the newest first. */
export const mentionList = z.object({ mentions: z.array(mentionView), unread: z.int() });
export type MentionList = z.output<typeof mentionList>;

const failureRecord = z.object({
  id: z.string(),
  job_id: z.string(),
  job_name: z.string(),
  build_number: z.int(),
  ...place,
  error_message: z.string(),
  error_signature: z.string(),
  classification,
  analyzed_at: z.string(),
});

/** GET /history/failures: the newest first. */
export const failureSearch = z.object({ failures: z.array(failureRecord), total: z.int() });
export type FailureSearch = z.output<typeof failureSearch>;

const classCounts = z.object({
  'CODE ISSUE': z.int(),
  'PRODUCT BUG': z.int(),
  INFRASTRUCTURE: z.int(),
  '': z.int(),
});

/** GET /history/test/{name} */
export const testHistory = z.object({
  test_name: z.string(),
  /** Analyses since the first failure: all of the named jobs, and the direct ones it failed in. */
  total_runs: z.int(),
  /** Analyses in which it failed. */
  failures: z.int(),
  /** 0 to 1. */
  failure_rate: z.number(),
  first_seen: text,
  last_seen: text,
  last_classification: z.nullable(classification),
  classifications: classCounts,
  /** The newest first. `failed` false: the analysis of its job did not have it. */
  recent_runs: z.array(
    z.object({
      job_id: z.string(),
      job_name: z.string(),
      build_number: z.int(),
      analyzed_at: z.string(),
      failed: z.boolean(),
      classification,
      error_signature: z.string(),
    }),
  ),
  comments: z.array(commentView),
  /** The newest analyses in a row in which it failed. */
  consecutive_failures: z.int(),
  flaky: z.boolean(),
  flaky_rule: z.string(),
});
export type TestHistory = z.output<typeof testHistory>;

/** GET /history/search */
export const signatureSearch = z.object({
  signature: z.string(),
  total: z.int(),
  /** The class that a person set for later analyses; null: none. */
  override: z.nullable(classification),
  tests: z.array(
    z.object({
      test_name: z.string(),
      occurrences: z.int(),
      last_seen: z.string(),
      last_job_id: z.string(),
      classification,
    }),
  ),
});
export type SignatureSearch = z.output<typeof signatureSearch>;

/** GET /history/stats/{job_name} */
export const jobStats = z.object({
  job_name: z.string(),
  total_analyses: z.int(),
  total_failures: z.int(),
  first_analyzed: text,
  last_analyzed: text,
  classifications: classCounts,
  most_failing: z.array(z.object({ test_name: z.string(), failures: z.int() })),
});
export type JobStats = z.output<typeof jobStats>;

/** GET /history/classifications: the newest first. */
export const classificationList = z.object({
  classifications: z.array(classificationRecord),
  total: z.int(),
});
export type ClassificationList = z.output<typeof classificationList>;

/** For the dashboard's list of flaky tests. */
export interface FlakyTest {
  readonly test_name: string;
  readonly job_name: string;
  /** Changes of the outcome in its last analyses; see flakyRule. */
  readonly changes: number;
  readonly last_seen: string;
}

/** For the dashboard's chart: failures of a day (UTC) by class. */
export interface TrendDay {
  /** Such as 2026-01-31; days without failures are there too. */
  readonly day: string;
  readonly analyses: number;
  readonly code_issues: number;
  readonly product_bugs: number;
  readonly infrastructure: number;
  readonly unclassified: number;
}

const usage = {
  calls: z.int(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  /** The sum over the calls whose cost is known. */
  cost_usd: z.number(),
};

/** GET /api/admin/token-usage */
export const tokenUsage = z.object({
  totals: z.object(usage),
  /** One for each value of `group_by`, in its order. */
  breakdown: z.array(z.object({ group: z.string(), ...usage })),
});
export type TokenUsage = z.output<typeof tokenUsage>;
