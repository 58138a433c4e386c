import type * as z from 'zod/mini';
import type {
  Comparison,
  dashboardRow,
  ResultEnvelope,
  ResultRow,
  ReviewStatus,
} from '#core/analysis/base/schema/views.ts';
import { ago } from '../line/ago.ts';
import { confirm } from '../line/confirm.ts';
import { save } from '../line/save.ts';
import { print } from '../line/shell.ts';
import { fitted } from '../line/table.ts';
import { textOf, type Run } from './context.ts';
import { resultText } from './result-text.ts';
import { call, part } from './run-command.ts';
import { statusPaint } from './status-paint.ts';

type DashboardRow = z.output<typeof dashboardRow>;

const pathOf = (job: string | undefined, rest = '') => `/results/${part(job)}${rest}`;

export const list = call<ResultRow[]>(
  (_, { options }) => ({ path: '/results', query: { limit: textOf(options, 'limit') } }),
  (rows, { shell }) =>
    rows.length === 0
      ? 'No analyses yet: lantern analyze report.xml'
      : fitted(
          shell,
          [
            ['JOB', 'STATUS', 'STARTED', 'BUILD'],
            ...rows.map((row) => [row.job_id, row.status, ago(row.created_at), row.ci_url || '-']),
          ],
          statusPaint(shell, 1),
        ),
);

export const show = call<ResultEnvelope>(
  ([job]) => ({ path: pathOf(job) }),
  (envelope, context) => resultText(envelope, context),
);

/** Filters here: the service answers at most 500 rows. */
export const dashboard = call<DashboardRow[]>(
  () => ({ path: '/api/dashboard' }),
  (rows, { shell, options }) => {
    const shownStatus = textOf(options, 'status');
    const job = textOf(options, 'job');
    const shown = rows
      .filter(
        ({ status, job_name }) => status === (shownStatus ?? status) && (!job || job_name === job),
      )
      .slice(0, Number(textOf(options, 'limit') ?? rows.length));
    if (shown.length === 0) return 'No analyses.';
    const head = ['JOB', 'STATUS', 'STARTED', 'BUILD', 'REVIEWED', 'SUMMARY'];
    const cells = shown.map((row) => [
      row.job_id,
      row.status,
      ago(row.created_at),
      buildOf(row),
      row.failure_count === undefined ? '-' : `${row.reviewed_count} of ${row.failure_count}`,
      row.error ?? row.summary ?? '',
    ]);
    return fitted(shell, [head, ...cells], statusPaint(shell, 1));
  },
);

function buildOf({ job_name, build_number }: DashboardRow): string {
  return job_name === undefined ? '-' : `${job_name} #${build_number ?? '?'}`;
}

/** One is deleted by its own route, which says why it is not there. */
export const remove: Run = async ({ client, options, shell }, jobs) => {
  const yes = options['yes'] === true;
  const what = jobs.length === 1 ? `the analysis ${jobs[0] ?? ''}` : `${jobs.length} analyses`;
  const question = async () => `Delete ${what} with all comments, reviews and history?`;
  if (!(await confirm({ options: { yes }, shell }, question))) return 1;
  const json = options['json'] === true;
  if (jobs.length === 1) {
    const answer = await client.ask({ method: 'DELETE', path: pathOf(jobs[0]) });
    return print(shell, { json }, answer, `Deleted ${jobs[0] ?? ''}`);
  }
  const answer = await client.ask<{
    deleted: string[];
    failed: { job_id: string; reason: string }[];
  }>({ method: 'DELETE', path: '/api/results/bulk', body: { job_ids: jobs } });
  const lines = [
    ...answer.deleted.map((job) => [job, 'deleted']),
    ...answer.failed.map(({ job_id, reason }) => [job_id, reason]),
  ];
  print(shell, { json }, answer, fitted(shell, lines));
  return answer.failed.length === 0 ? 0 : 1;
};

export const cancel = call(
  ([job]) => ({ method: 'POST', path: pathOf(job, '/cancel') }),
  (_, __, [job]) => `Cancelled ${job ?? ''}`,
);

export const comparison = call<Comparison>(
  ([job]) => ({ path: pathOf(job, '/comparison') }),
  (answer, { shell }) => {
    if (answer.compared_with === null) return 'There is no earlier analysis to compare with.';
    const jobs = (what: string, tests: readonly string[]) => tests.map((test) => [what, test]);
    const rows = [
      ...jobs('new', answer.new),
      ...jobs('still failing', answer.still_failing),
      ...jobs('fixed', answer.fixed),
    ];
    return `Compared with ${answer.compared_with}\n${fitted(shell, rows)}`.trimEnd();
  },
);

export const reviewStatus = call<ReviewStatus>(
  ([job]) => ({ path: pathOf(job, '/review-status') }),
  (answer) =>
    `${answer.reviewed_count} of ${answer.total_failures} failures reviewed, ${answer.comment_count} comments`,
);

/** Writes a file that the service makes from a result. */
function file(name: string): Run {
  return async ({ client, options, shell }, [job]) => {
    const output = textOf(options, 'output') ?? '-';
    await save(client, { path: pathOf(job, name) }, output, shell);
    if (output === '-') return;
    print(shell, { json: options['json'] === true }, { file: output }, `Written to ${output}`);
  };
}

export const xml = file('/enriched.xml');
export const sarif = file('/sarif');
