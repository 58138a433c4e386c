import { recordHistory } from '#core/analysis/jobs/record-history.ts';
import type { AnalysisDetail, Classification } from '#core/analysis/base/schema/detail.ts';
import { resultFile } from '#core/analysis/base/job-files.ts';
import type { BuildParams, EffectiveParams } from '#core/analysis/base/schema/params.ts';
import type { ChildJobAnalysis, FailureAnalysis } from '#core/analysis/base/schema/result.ts';
import { countOf, jobs, type Job } from '#core/analysis/base/tables/job-tables.ts';
import { packResult, type StoredResult } from '#core/analysis/base/schema/stored-result.ts';
import { errorSignature } from '#core/analysis/explain/grouping/signature.ts';
import type { Platform } from '#core/platform/ports/platform.ts';

/** One failure as an analysis stores it. Failures with the same error have the same signature. */
export function failure(
  test_name: string,
  changes: {
    readonly error?: string;
    readonly classification?: Classification;
    readonly detail?: Partial<AnalysisDetail>;
  } & Partial<Pick<FailureAnalysis, 'peer_debate'>> = {},
): FailureAnalysis {
  const { error = `${test_name} broke`, classification = 'CODE ISSUE', detail } = changes;
  const { peer_debate = null } = changes;
  return {
    test_name,
    error,
    analysis: {
      classification,
      affected_tests: [test_name],
      details: `Why ${test_name} failed.`,
      artifacts_evidence: `src/${test_name}.ts:3: throw new Error('${error}')`,
      ...(classification === 'CODE ISSUE' && {
        code_fix: { file: `src/${test_name}.ts`, line: '3', change: 'Return instead.' },
      }),
      ...(classification === 'PRODUCT BUG' && { product_bug_report: bugReport(test_name) }),
      ...detail,
    },
    error_signature: errorSignature({ error_message: error, stack_trace: '' }),
    peer_debate,
  };
}

function bugReport(test_name: string) {
  return {
    title: `${test_name} is broken`,
    severity: 'high',
    component: 'shop',
    description: 'It does not answer.',
    evidence: 'log.txt:1: 500',
    tracker_search_keywords: ['shop'],
    tracker_matches: [],
  };
}

export function childJob(
  job_name: string,
  build_number: number,
  failures: FailureAnalysis[],
  failed_children: ChildJobAnalysis[] = [],
): ChildJobAnalysis {
  const ci_url = `https://ci.example/job/${job_name}/${build_number}`;
  return { ...{ job_name, build_number, ci_url, failures, failed_children }, ...noted };
}
const noted = { summary: '1 failure(s) analyzed (1 unique error type(s)).', note: null };

/** A build with two of its own failures, a child and a grandchild. */
export const nestedResult: StoredResult = {
  failures: [failure('login'), failure('cart', { classification: 'PRODUCT BUG' })],
  child_job_analyses: [
    childJob(
      'child',
      7,
      [failure('login', { error: 'timeout', classification: 'INFRASTRUCTURE' })],
      [childJob('grandchild', 9, [failure('deep', { error: 'timeout' })])],
    ),
  ],
};

export const params: EffectiveParams = {
  tests_repo_url: 'https://code.example/team/tests',
  tests_repo_ref: 'main',
  ai_provider: 'provider_a',
  ai_model: 'sonnet',
  ai_cli_timeout: 10,
  max_concurrent_ai_calls: 3,
  raw_prompt: null,
  peer_ai_configs: [],
  peer_analysis_max_rounds: 3,
  additional_repos: [{ name: 'library', url: 'https://code.example/team/library', ref: '' }],
  enable_tracker: null,
  tracker_url: null,
  tracker_project_key: null,
  tracker_ssl_verify: true,
  tracker_max_results: 5,
};

export const buildParams: BuildParams = {
  ...{ ci_url: 'https://ci.example', ci_ssl_verify: true, ci_timeout: 30, force: false },
  ...{ ci_artifacts_max_size_mb: 500, get_job_artifacts: true, wait_for_completion: false },
  ...{ poll_interval_minutes: 2, max_wait_minutes: 0 },
};

/** Adds a job with this result, completed unless `changes` say otherwise: its row, its result file
 * and its history. */
export async function addJob(
  platform: Pick<Platform, 'records' | 'blobs'>,
  changes: Partial<Job> & Pick<Job, 'id'>,
  result: StoredResult = nestedResult,
): Promise<Job> {
  const at = '2026-03-01T11:00:00.000Z';
  const { status = 'completed', kind = 'build' } = changes;
  const isOver = status === 'completed' || status === 'failed';
  const begins = changes.created_at ?? at;
  const row = await platform.records.insert(jobs, {
    kind,
    status,
    created_at: at,
    analysis_started_at: status === 'pending' || status === 'waiting' ? null : begins,
    completed_at: isOver ? begins : null,
    lease_until: begins,
    ...(kind === 'build' && {
      job_name: 'team/nightly',
      build_number: 5,
      build: buildParams,
      ci_url: 'https://ci.example/job/team/job/nightly/5',
      child_job_count: result.child_job_analyses.length,
    }),
    ai_provider: params.ai_provider,
    ai_model: params.ai_model,
    params,
    ...(status === 'failed' && { error: 'The model does not answer.' }),
    ...(status === 'completed' && { summary: '4 failure(s) analyzed.', ...countsOf(result) }),
    ...changes,
  });
  if (status !== 'completed') return row;
  await platform.blobs.put(resultFile(row.id), packResult(result));
  await recordHistory(platform, row, result, []);
  return row;
}

function countsOf(result: StoredResult): Partial<Job> {
  const counts = { code_issues: 0, product_bugs: 0, infrastructure: 0, unclassified: 0 };
  const count = (failures: readonly FailureAnalysis[]): number => {
    for (const { analysis } of failures) counts[countOf(analysis.classification)] += 1;
    return failures.length;
  };
  const inChild = (child: ChildJobAnalysis): number =>
    count(child.failures) + sum(child.failed_children.map(inChild));
  const failure_count = count(result.failures) + sum(result.child_job_analyses.map(inChild));
  return { ...counts, failure_count };
}

const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);
