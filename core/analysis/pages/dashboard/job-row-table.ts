import { html, type Html } from '#core/web/html.ts';
import { badge } from '#core/web/parts/feedback.ts';
import { table } from '#core/web/parts/table.ts';
import { ago } from '#core/web/words.ts';
import { count } from '#core/text/count.ts';
import { noMetadata, type Metadata } from '../../results/metadata/metadata.ts';
import type { DashboardEntry } from '../../results/list-dashboard.ts';
import { jobUrl, withQuery } from '../urls.ts';
import { classesOf, classesText, outcomeBadge } from '../words.ts';
import { outcomeOf, type JobRow } from './job-rows.ts';

export function jobRowTable(
  rows: readonly JobRow[],
  metadata: ReadonlyMap<string, Metadata>,
  now: Date,
): Html {
  return table({
    caption: 'Jobs and their newest runs',
    rows,
    id: ({ job_name }) => job_name,
    empty: html``,
    columns: [
      {
        label: 'Job',
        kind: 'heading',
        cell: (row) => nameCell(row, metadata.get(row.job_name)),
      },
      { label: 'Last 20 runs', cell: ({ runs }) => runStrip(runs) },
      { label: 'Newest', cell: (row) => newestCell(row, now) },
    ],
  });
}

function nameCell(
  { job_name: job, newest }: JobRow,
  { team, tier, version, labels }: Metadata = noMetadata,
): Html {
  const error = newest?.failure_count ? newest.digest?.top_error : '';
  const facts = [
    team !== null && `team ${team}`,
    tier !== null && `tier ${tier}`,
    version !== null && `version ${version}`,
    ...labels,
  ].filter((fact) => fact !== false);
  return html`<span class="cell-main"
    ><a href="${withQuery('/', { view: 'analyses', job })}">${job}</a>
    ${facts.length > 0 && html`<span class="hint">${facts.join(', ')}</span>`}
    ${error && html`<span class="hint top-error" title="The most frequent error">${error}</span>`}</span
  >`;
}

/** The oldest first: time goes to the right. */
function runStrip(runs: readonly DashboardEntry[]): Html {
  return html`<span class="runs" role="list">
    ${runs.map(
      (run) =>
        html`<span role="listitem"
          ><a
            class="run run-${outcomeOf(run)}"
            href="${jobUrl(run.job_id)}"
            title="${runText(run)}"
          ></a
        ></span>`,
    )}
  </span>`;
}

const withoutClass = {
  open: 'is being analyzed',
  unknown: 'the analysis failed',
  passed: 'passed',
  flaky: 'passed, with some tests only on a retry',
} as const;

function runText(run: DashboardEntry): string {
  const name = run.build_number ? `#${run.build_number}` : run.created_at.slice(0, 16);
  const outcome = outcomeOf(run);
  if (outcome in withoutClass) return `${name}: ${withoutClass[outcome as 'open']}`;
  const { failure_count = 0, digest } = run;
  const fresh = digest?.compared_with && digest.new > 0 ? `, ${digest.new} new` : '';
  return `${name}: ${count(failure_count, 'failure')}${fresh} (${classesText(classesOf(run))})`;
}

function newestCell({ newest, failing }: JobRow, now: Date): Html | string {
  if (!newest) return '–';
  const { digest, build_number, job_id, created_at } = newest;
  const compared = digest?.compared_with
    ? [
        digest.new > 0 && `${digest.new} new`,
        digest.still_failing > 0 && `${digest.still_failing} still failing`,
        digest.fixed > 0 && `${digest.fixed} fixed`,
      ].filter((part) => part !== false)
    : [];
  return html`<span class="cell-main"
    ><span>
      ${outcomeBadge(newest)}
      <a href="${jobUrl(job_id)}">${build_number ? `#${build_number}` : 'Run'}</a>
      <span class="hint">${ago(created_at, now)}</span></span
    >
    ${compared.length > 0 && html`<span>${compared.join(', ')}</span>`}
    ${failing > 1 && html`<span class="hint">Failing for ${count(failing, 'run')}</span>`}
    ${failing === 0 && digest !== null && digest.retried > 0 && badge('warn', `${count(digest.retried, 'flaky test')}`)}</span
  >`;
}
