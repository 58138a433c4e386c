import * as z from 'zod/mini';
import { table } from '#core/platform/table.ts';
import { analysisDetail, classification } from '../schema/detail.ts';
import { knownFailure } from '../schema/known-failure.ts';
import { classificationRecord } from '../schema/records.ts';
import { discussionTables } from './discussion-tables.ts';
import { issues } from './issue-table.ts';
import { aiCall, fileVersion, jobGroups, jobs } from './job-tables.ts';
import { metadataTables } from './metadata-tables.ts';

const text = z.nullable(z.string());

const historyRow = z.object({
  job_id: z.string(),
  /** In the order of the result: the build's own failures, then those of its children. */
  position: z.int(),
  job_name: z.string(),
  build_number: z.int(),
  test_name: z.string(),
  /** Cut. */
  error_message: z.string(),
  error_signature: z.string(),
  classification,
  child_job_name: z.string(),
  child_build_number: z.int(),
  /** When the analysis began. */
  analyzed_at: z.string(),
});
export type HistoryRow = z.output<typeof historyRow>;

/** One failure of one analysis, for the history of tests, and to find a test of a job without
 * reading its result. */
export const failureHistory = table({
  name: 'failure_history',
  version: 1,
  columns: historyRow,
  key: ['job_id', 'position'],
  indexes: {
    by_age: { equal: [], order: 'analyzed_at', carries: ['classification'], isCounted: true },
    by_test: { equal: ['test_name'], order: 'analyzed_at', isShort: true },
    by_signature: { equal: ['error_signature'], order: 'analyzed_at' },
    by_job_name: {
      equal: ['job_name'],
      order: 'analyzed_at',
      carries: ['classification'],
      isCounted: true,
    },
    // Version 0.2.0 asks it (R8).
    by_target: { equal: ['job_id', 'test_name'], order: 'position', isPast: true },
  },
  // An analysis may write 50,000 of them at once.
  shards: 4,
  searchable: ['test_name', 'error_message'],
});

/** Passes that tell something: tests that passed on a retry, and those that passed after they had
 * failed in earlier runs of the job. */
export const passedTests = table({
  name: 'passed_tests',
  version: 1,
  columns: z.object({
    job_id: z.string(),
    position: z.int(),
    job_name: z.string(),
    child_job_name: z.string(),
    test_name: z.string(),
    /** It failed first in the same run. */
    after_retry: z.boolean(),
    analyzed_at: z.string(),
  }),
  key: ['job_id', 'position'],
  indexes: {
    by_age: { equal: [], order: 'analyzed_at' },
    by_test: { equal: ['test_name'], order: 'analyzed_at' },
  },
});

/** Analyses of jobs that the retention has removed: their numbers, for the statistics of the job. */
export const pastRuns = table({
  name: 'past_runs',
  version: 1,
  columns: z.object({
    id: z.string(),
    job_name: z.string(),
    /** When the analysis began. */
    analyzed_at: z.string(),
    code_issues: z.int(),
    product_bugs: z.int(),
    infrastructure: z.int(),
    unclassified: z.int(),
  }),
  key: ['id'],
  indexes: { by_name: { equal: ['job_name'], order: 'analyzed_at' } },
});

/** Tests that are known to fail, until the end of a day. */
export const knownFailures = table({
  name: 'known_failures',
  version: 1,
  columns: knownFailure,
  key: ['test_name'],
});

/** What people say a test is, such as a known bug. */
export const testClassifications = table({
  name: 'test_classifications',
  version: 1,
  columns: classificationRecord,
  key: ['id'],
  indexes: {
    by_age: { equal: [], order: 'created_at' },
    by_test: { equal: ['test_name'], order: 'created_at' },
    by_job: { equal: ['job_id'], order: 'id' },
  },
});

/** The class that a person gave to a signature: later analyses take it over without a model. */
export const signatureOverrides = table({
  name: 'signature_overrides',
  version: 2,
  columns: z.object({
    signature: z.string(),
    classification,
    /** What the analysis said of it, without the class. */
    detail: analysisDetail,
    username: z.string(),
    reason: z._default(z.string(), ''),
    job_id: z.string(),
    updated_at: z.string(),
    /** The group's `fix_file`: the override does not apply when the file has changed. Null: it
     * always applies. */
    file: z.nullable(fileVersion),
  }),
  key: ['signature'],
});

/** One call of a model. */
export const aiCalls = table({
  name: 'analysis_ai_calls',
  version: 1,
  columns: aiCall,
  key: ['job_id', 'id'],
  indexes: { by_age: { equal: [], order: 'called_at' } },
});

/** Tokens that users stored for themselves, each one encrypted. */
export const userTokens = table({
  name: 'user_tokens',
  version: 1,
  columns: z.object({
    /** See ownerOf() in user-tokens.ts. */
    owner: z.string(),
    scm_token: text,
    tracker_email: text,
    tracker_token: text,
    updated_at: z.string(),
  }),
  key: ['owner'],
});

/** Files that a sweep removes unless a job has taken them over: uploads, and inputs of requests that
 * are being received. */
export const uploads = table({
  name: 'analysis_uploads',
  version: 1,
  columns: z.object({
    id: z.string(),
    /** `input`: the files of the job with this id. */
    kind: z.enum(['upload', 'input']),
    created_at: z.string(),
  }),
  key: ['id'],
  indexes: { by_age: { equal: [], order: 'created_at' } },
});

export const analysisTables = [
  jobs,
  jobGroups,
  uploads,
  failureHistory,
  knownFailures,
  passedTests,
  pastRuns,
  testClassifications,
  signatureOverrides,
  aiCalls,
  ...discussionTables,
  ...metadataTables,
  userTokens,
  issues,
];
