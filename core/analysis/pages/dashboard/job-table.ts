import { html, type Html } from '#core/web/html.ts';
import { progress } from '#core/web/parts/feedback.ts';
import { table } from '#core/web/parts/table.ts';
import { ago } from '#core/web/words.ts';
import { countOf, isOpen } from '../../base/tables/job-tables.ts';
import { noMetadata, type Metadata } from '../../results/metadata/metadata.ts';
import type { DashboardEntry } from '../../results/list-dashboard.ts';
import { jobUrl } from '../urls.ts';
import { classCount, classes, classWords, jobName, outcomeBadge, phaseText } from '../words.ts';

export function jobTable(
  entries: readonly DashboardEntry[],
  metadata: ReadonlyMap<string, Metadata>,
  now: Date,
): Html {
  return table({
    caption: 'Analyses, newest first',
    rows: entries,
    id: ({ job_id }) => job_id,
    empty: html``,
    columns: [
      {
        label: 'Analysis',
        kind: 'heading',
        cell: (entry) => analysisCell(entry, metadata.get(entry.job_name ?? '')),
      },
      { label: 'Result', cell: resultCell },
      { label: 'Classes', cell: failuresCell },
      {
        label: 'Reviewed',
        cell: ({ status, reviewed_count: reviewed, failure_count: all = 0 }) =>
          status === 'completed' && all > 0
            ? `${reviewed.toLocaleString('en')} of ${all.toLocaleString('en')}`
            : '–',
      },
      { label: 'Started', cell: ({ created_at }) => ago(created_at, now) },
    ],
  });
}

function analysisCell(
  { job_id, job_name = '', build_number = 0, created_by }: DashboardEntry,
  metadata: Metadata = noMetadata,
): Html {
  const name = jobName({ job_name, build_number });
  const hint = [job_name === '' && job_id.slice(0, 12), created_by !== '' && `by ${created_by}`];
  const { team, tier, version, labels } = metadata;
  const facts = [
    team !== null && `team ${team}`,
    tier !== null && `tier ${tier}`,
    version !== null && `version ${version}`,
    ...labels,
  ].filter((value) => value !== false);
  return html`<span class="cell-main"
    ><a href="${jobUrl(job_id)}">${name}</a>
    <span class="hint">${hint.filter(Boolean).join(' ')}</span>
    ${facts.length > 0 && html`<span class="hint">${facts.join(', ')}</span>`}</span
  >`;
}

const maxErrorLength = 160;

function resultCell(entry: DashboardEntry): Html {
  const { progress_phase, groups, done_groups, error } = entry;
  if (isOpen(entry)) {
    const isCounted = groups > 0;
    return progress('Progress', {
      ...(isCounted && { value: done_groups, max: groups }),
      text: isCounted
        ? `${phaseText(progress_phase)}: ${done_groups} of ${groups}`
        : phaseText(progress_phase),
    });
  }
  if (error === undefined) return outcomeBadge(entry);
  return html`<span class="cell-main"
    >${outcomeBadge(entry)} <span class="hint">${error.slice(0, maxErrorLength)}</span></span
  >`;
}

function failuresCell(entry: DashboardEntry): Html | string {
  if (entry.status !== 'completed') return '–';
  if (!entry.failure_count) return '–';
  return html`<span class="counts">
    ${classes
      .filter((each) => entry[countOf(each)] > 0)
      .map((each) => {
        return html`<span class="${classWords(each).tone}"
          ><span class="dot"></span>${classCount(each, entry[countOf(each)])}</span
        >`;
      })}
  </span>`;
}
