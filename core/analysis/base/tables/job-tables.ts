import * as z from 'zod/mini';
import { table } from '#core/platform/table.ts';
import { itemColumns, runColumns } from '#core/runs/run-type.ts';
import { runChanges } from '../schema/changes.ts';
import { analysisDetail, classification, type Classification } from '../schema/detail.ts';
import {
  buildParams,
  effectiveParams,
  findings,
  retriedTests,
  slowTest,
} from '../schema/params.ts';
import { place } from '../schema/place.ts';
import { debateEntry, jobStatus, peerDebate, progressEntry } from '../schema/result.ts';

const text = z.nullable(z.string());
const count = z._default(z.int(), 0);
const pushRecord = z.object({
  at: z.string(),
  username: z.string(),
  pushed: z.int(),
  /** The first names of them. */
  unmatched: z.object({ count: z.int(), names: z.array(z.string()) }),
  errors: z.array(z.string()),
  launch_id: z.nullable(z.int()),
});
export const fileVersion = z.object({ path: z.string(), hash: z.string() });

const digest = z.object({
  /** The analysis that it is compared with; null: there is none before. */
  compared_with: text,
  /** Without one before: all; without those that are known to fail. */
  new: z.int(),
  still_failing: z.int(),
  fixed: z.int(),
  /** Tests of its reports that passed; 0: they name none. */
  passed: z.int(),
  retried: z.int(),
  /** The first line of its most frequent error; empty: nothing failed. */
  top_error: z.string(),
});
export type Digest = z.output<typeof digest>;

export const correction = z.object({
  username: z.string(),
  at: z.string(),
  reason: z.string(),
  /** What the analysis had said. */
  before: classification,
});
export type Correction = z.output<typeof correction>;

/** Looks at a build in a row that fail. */
export const maxLookErrors = 5;

const job = z.object({
  /** The id begins with `job_`. */
  ...runColumns,
  kind: z.enum(['direct', 'build']),
  status: z._default(jobStatus, 'pending'),
  created_at: z.string(),
  completed_at: text,
  analysis_started_at: text,
  /** Who started it; empty: anonymous. */
  created_by: z._default(z.string(), ''),
  /** Empty for a direct analysis whose request and report name no job. */
  job_name: z._default(z.string(), ''),
  /** 0: none is named. */
  build_number: z._default(z.int(), 0),
  /** Empty for a direct analysis. */
  ci_url: z._default(z.string(), ''),
  /** What a pipeline said of its run. */
  source: z.nullable(z.object({ branch: text, commit: text, run_url: text })),
  ai_provider: z.string(),
  ai_model: z.string(),
  /** `offline`, or a replaced program and its model; null: the provider's own program. */
  writer: text,
  /** The job that this one repeats. */
  repeats: text,
  params: effectiveParams,
  /** Null: a direct analysis. */
  build: z.nullable(buildParams),
  /** Null: it does not wait for its build. */
  waiting: z.nullable(
    z.object({
      /** Null: no limit. */
      deadline: text,
      /** When the build server is asked again. */
      next_look: z.string(),
      /** Looks in a row that failed. */
      errors: z.int(),
    }),
  ),
  /** Folders of the workspace: cloned repositories and artifacts. Null: not prepared yet. */
  folders: z.nullable(z.array(z.string())),
  /** SecretParams, encrypted; null: there are none. */
  sealed_params: text,
  /** Whether the input is JUnit XML; the answer has it enriched then. */
  has_xml: z._default(z.boolean(), false),
  /** Tests of the XML that failed first and passed on a retry: their number, and the first 100. */
  retried: z.nullable(retriedTests),
  /** Tests of the XML that took longest, the slowest first; null: none is known. */
  slowest: z.nullable(z.array(slowTest)),
  /** What changed since the last run that passed; null: it is not known. */
  changes: z.nullable(runChanges),
  /** What its run is, beside the runs of the job before it; null: it names no job, or has not ended. */
  digest: z.nullable(digest),
  /** Where the properties of the XML's first test suite go; null: no XML, or no suite. */
  xml_suite: z.nullable(place),
  progress_phase: text,
  progress_log: z._default(z.array(progressEntry), []),
  summary: z._default(z.string(), ''),
  /** Why it failed. */
  error: text,
  findings: z.nullable(findings),
  /** Classes set by people: `<child>#<build>|<signature>` to a class. They win over the stored
   * result. */
  overrides: z._default(z.record(z.string(), classification), {}),
  /** Who set them, by the same keys; those of before say nothing. */
  corrections: z._default(z.record(z.string(), correction), {}),
  /** The last push to the report portal; null: there was none. */
  reports_push: z.nullable(pushRecord),

  // The dashboard is answered from these.
  /** Numbers of failure groups, done ones and failures, child jobs included. */
  groups: count,
  done_groups: count,
  failure_count: count,
  child_job_count: z.nullable(z.int()),
  code_issues: count,
  product_bugs: count,
  infrastructure: count,
  unclassified: count,
  reviewed_count: count,
  comment_count: count,
});
export type Job = z.output<typeof job>;

/** The states of a job that has not ended. */
export const openStatuses: readonly Job['status'][] = ['pending', 'waiting', 'running'];

export function isOpen({ status }: Pick<Job, 'status'>): boolean {
  return openStatuses.includes(status);
}

/** When its analysis began, which its failures in the history have. */
export function beginOf(job: Pick<Job, 'analysis_started_at' | 'created_at'>): string {
  return job.analysis_started_at ?? job.created_at;
}

/** What the dashboard shows. */
export const listedColumns = [
  ...(['id', 'kind', 'status', 'created_at', 'completed_at', 'analysis_started_at'] as const),
  ...(['created_by', 'job_name', 'build_number', 'ci_url', 'summary', 'error'] as const),
  ...(['ai_provider', 'ai_model', 'writer', 'progress_phase', 'groups', 'done_groups'] as const),
  ...(['failure_count', 'child_job_count', 'reviewed_count', 'comment_count'] as const),
  ...(['code_issues', 'product_bugs', 'infrastructure', 'unclassified', 'digest'] as const),
] as const;
export type ListedJob = Pick<Job, (typeof listedColumns)[number]>;

/** Analyses. Input and result lie in Blobs; see job-files.ts. */
export const jobs = table({
  name: 'analysis_jobs',
  version: 7,
  columns: job,
  key: ['id'],
  indexes: {
    by_age: { equal: [], order: 'created_at', carries: [...listedColumns] },
    by_name: { equal: ['job_name'], order: 'created_at', carries: ['status'] },
    by_lease: { equal: ['status'], order: 'lease_until', isCounted: true },
  },
});

export const aiCall = z.object({
  job_id: z.string(),
  /** A hash of the question, so that a repeated step writes the same row. */
  id: z.string(),
  ai_provider: z.string(),
  ai_model: z.string(),
  called_at: z.string(),
  input_tokens: z.nullable(z.int()),
  output_tokens: z.nullable(z.int()),
  cost_usd: z.nullable(z.number()),
});
export type AiCall = z.output<typeof aiCall>;

const jobGroup = z.object({
  job: z.string(),
  /** The position is that of the group's first failure among all groups. */
  ...itemColumns,
  /** The index of its build; see build-tree.ts. Null: a direct analysis. */
  build: z.nullable(z.int()),
  child_job_name: z._default(z.string(), ''),
  child_build_number: count,
  /** There is no failed test: the console output of the build is explained. */
  is_console_only: z._default(z.boolean(), false),
  /** What its failures have in common; see make-groups.ts. */
  group_key: z.string(),
  /** Exact signatures of its failures, at most 100. */
  signatures: z.array(z.string()),
  /** At most 100 of the names. */
  tests: z.array(z.string()),
  failures: z.int(),
  /** The message of the first failure, cut for the prompt. */
  error_message: z.string(),
  stack_trace: z.string(),
  /** Those of models about it; they have their own rows once the job has ended. */
  calls: z._default(z.array(aiCall), []),
  /** Null until it is analyzed. */
  detail: z.nullable(analysisDetail),
  /** Who gave the class: a model, or a person for all of `signatures`. `failed`: the model gave no
   * answer; `detail` says why. */
  source: z.nullable(z.enum(['model', 'override', 'failed'])),
  /** Those of `signatures` whose class an override gives, and the class. It wins over `detail`. */
  overridden: z._default(z.array(z.object({ signature: z.string(), classification })), []),
  /** The file of `detail.code_fix`, and git's hash of its content; null: no such file. */
  fix_file: z.nullable(fileVersion),
  unverified_quotes: count,
  peer_debate: z.nullable(peerDebate),
  /** The entries of an unfinished debate, stored between its steps; null: there is none. */
  debate_state: z.nullable(z.array(debateEntry)),
});
export type JobGroup = z.output<typeof jobGroup>;

/** Groups of failures of a running analysis: the model is asked once for each. */
export const jobGroups = table({
  name: 'analysis_groups',
  version: 3,
  columns: jobGroup,
  key: ['job', 'position'],
  indexes: { by_state: { equal: ['job', 'state'], order: 'position' } },
});

export type ClassColumn = 'code_issues' | 'product_bugs' | 'infrastructure' | 'unclassified';

const columns: Readonly<Record<Classification, ClassColumn & keyof Job>> = {
  'CODE ISSUE': 'code_issues',
  'PRODUCT BUG': 'product_bugs',
  INFRASTRUCTURE: 'infrastructure',
  '': 'unclassified',
};

/** The counts of no failures. */
export function noCounts(): Record<ClassColumn, number> {
  return { code_issues: 0, product_bugs: 0, infrastructure: 0, unclassified: 0 };
}

/** The column of a job's row that counts the failures of a class. */
export function countOf(classification: Classification): ClassColumn {
  return columns[classification];
}
