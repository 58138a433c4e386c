import type { KnownFailure } from '#core/analysis/base/schema/known-failure.ts';
import type {
  ClassificationList,
  FailureSearch,
  JobStats,
  SignatureSearch,
  TestHistory,
} from '#core/analysis/base/schema/views.ts';
import { ago } from '../line/ago.ts';
import { usage } from '../line/group.ts';
import { plain } from '../line/plain.ts';
import { aligned, fitted } from '../line/table.ts';
import { numberOf, textOf, type Context } from './context.ts';
import { call, part, parts } from './run-command.ts';

function pageOf({ options }: Context) {
  return { limit: textOf(options, 'limit'), offset: textOf(options, 'offset') };
}

function counts(classes: Readonly<Record<string, number>>): string {
  const some = Object.entries(classes).filter(([, count]) => count > 0);
  return some.map(([name, count]) => `${count} ${name || 'not classified'}`).join(', ') || '-';
}

function more(shown: number, total: number): string {
  return shown < total ? `\n${shown} of ${total}: use --limit and --offset to see more.` : '';
}

export const failures = call<FailureSearch>(
  (_, context) => ({
    path: '/history/failures',
    query: {
      ...pageOf(context),
      search: textOf(context.options, 'search'),
      job_name: textOf(context.options, 'job'),
      classification: textOf(context.options, 'class'),
    },
  }),
  ({ failures: rows, total }, { shell }) => {
    if (rows.length === 0) return 'No failures found.';
    const cells = rows.map((row) => [
      row.job_id,
      ago(row.analyzed_at),
      row.job_name || '-',
      row.classification || '-',
      row.test_name,
      row.error_message,
    ]);
    const head = ['JOB', 'WHEN', 'OF', 'CLASS', 'TEST', 'ERROR'];
    return fitted(shell, [head, ...cells]) + more(rows.length, total);
  },
);

export const test = call<TestHistory>(
  ([name], { options }) => ({
    path: `/history/test/${parts(name)}`,
    query: {
      limit: textOf(options, 'limit'),
      job_name: textOf(options, 'job'),
      exclude_job_id: textOf(options, 'exclude-analysis'),
    },
  }),
  (history, { shell }) => {
    const facts = [
      ['Test', history.test_name],
      ['Failed', `${history.failures} of ${history.total_runs} analyses`],
      ['In a row', String(history.consecutive_failures)],
      ['Flaky', history.flaky ? `yes. ${history.flaky_rule}` : 'no'],
      ['Classes', counts(history.classifications)],
      ['First seen', ago(history.first_seen)],
      ['Last seen', ago(history.last_seen)],
    ];
    const runs = history.recent_runs.map((run) => [
      run.job_id,
      ago(run.analyzed_at),
      run.failed ? 'failed' : 'passed',
      run.classification || '-',
      run.job_name || '-',
    ]);
    const comments = history.comments.map(
      ({ username, comment }) => `${username || 'anonymous'}: ${comment}`,
    );
    return [aligned(facts), fitted(shell, runs), ...comments.map(plain)].join('\n').trimEnd();
  },
);

export const search = call<SignatureSearch>(
  ([signature]) => ({ path: '/history/search', query: { signature } }),
  ({ tests, override }, { shell }) => {
    const rows = tests.map((each) => [
      each.last_job_id,
      ago(each.last_seen),
      String(each.occurrences),
      each.classification || '-',
      each.test_name,
    ]);
    const set = override === null ? '' : `\nSet by a person: ${override}`;
    if (rows.length === 0) return `No test failed with this error.${set}`;
    return fitted(shell, [['JOB', 'LAST SEEN', 'TIMES', 'CLASS', 'TEST'], ...rows]) + plain(set);
  },
);

export const stats = call<JobStats>(
  ([job]) => ({ path: `/history/stats/${parts(job)}` }),
  (answer, { shell }) => {
    const facts = [
      ['Job', answer.job_name],
      ['Analyses', String(answer.total_analyses)],
      ['Failures', String(answer.total_failures)],
      ['Classes', counts(answer.classifications)],
      ['Last analyzed', ago(answer.last_analyzed)],
    ];
    const tests = answer.most_failing.map((each) => [String(each.failures), each.test_name]);
    return [aligned(facts), fitted(shell, tests)].join('\n').trimEnd();
  },
);

export const classifications = call<ClassificationList>(
  ([test_name], context) => ({
    path: '/history/classifications',
    query: {
      ...pageOf(context),
      test_name,
      job_name: textOf(context.options, 'job'),
      classification: textOf(context.options, 'class'),
    },
  }),
  ({ classifications: rows, total }, { shell }) => {
    if (rows.length === 0) return 'No one has recorded a class for a test.';
    const cells = rows.map((row) => [
      ago(row.created_at),
      row.classification,
      row.created_by || '-',
      row.test_name,
      row.reason,
    ]);
    return (
      fitted(shell, [['WHEN', 'CLASS', 'BY', 'TEST', 'REASON'], ...cells]) +
      more(rows.length, total)
    );
  },
);

export const forgetOverride = call(
  ([signature]) => ({ method: 'DELETE', path: `/history/overrides/${part(signature)}` }),
  () => 'Later analyses of this error ask the model again.',
);

export const listKnown = call<readonly KnownFailure[]>(
  () => ({ path: '/history/known' }),
  (rows, { shell }) => {
    if (rows.length === 0) return 'No test is marked as known to fail.';
    const cells = rows.map((row) => [row.test_name, row.until, row.issue_url, row.username || '-']);
    return fitted(shell, [['TEST', 'UNTIL', 'ISSUE', 'BY'], ...cells]);
  },
);

export const setKnown = call<KnownFailure>(
  ([name], { options: { until, issue: issue_url, reason } }) => {
    if (until === undefined) throw usage('Give --until <day>');
    if (issue_url === undefined) throw usage('Give --issue <url>');
    const body = { until, issue_url, reason };
    return { method: 'PUT', path: `/history/known/${parts(name)}`, body };
  },
  ({ test_name, until }) => plain(`${test_name} is known to fail until ${until}`),
);

export const forgetKnown = call(
  ([name]) => ({ method: 'DELETE', path: `/history/known/${parts(name)}` }),
  () => 'The test is no longer marked as known to fail.',
);

export const classify = call<{ id: number }>(
  ([test_name, classification], { options }) => {
    const fields = {
      job_name: textOf(options, 'job'),
      parent_job_name: textOf(options, 'parent-job'),
      reason: textOf(options, 'reason'),
      references_info: textOf(options, 'references'),
      job_id: textOf(options, 'analysis-job'),
      child_build_number: numberOf(options, 'child-build'),
    };
    return {
      method: 'POST',
      path: '/history/classify',
      body: { test_name, classification, ...fields },
    };
  },
  ({ id }, _, [test, name]) => `Recorded as ${id}: ${plain(`${test ?? ''} is ${name ?? ''}`)}`,
);
