import { html, type Html } from '#core/web/html.ts';
import { emptyState } from '#core/web/parts/feedback.ts';
import { table } from '#core/web/parts/table.ts';
import { duration } from '#core/web/duration.ts';
import { ago } from '#core/web/words.ts';
import { count } from '#core/text/count.ts';
import type { Usage } from '../../generate/asking/usage.ts';
import { inWords, writerName } from '../../generate/asking/writer.ts';
import type { Generation } from '../../tables.ts';
import { shortCommit, statusBadge, usageText } from '../words.ts';

export type ShownRun = Usage &
  Pick<Generation, 'id' | 'status' | 'started_at' | 'ended_at' | 'commit_sha' | 'error_message'> &
  Pick<Generation, 'pages' | 'reused_pages' | 'error_pages'> &
  Pick<Generation, 'writer' | 'ai_provider' | 'ai_model'>;

const shownFirst = 3;

/** The latest generations; the earlier ones unfold. */
export function historyTable(history: readonly ShownRun[], now: Date): Html {
  const earlier = history.slice(shownFirst);
  return html`${runs('Generations, newest first', history.slice(0, shownFirst), now)}
  ${
    earlier.length > 0 &&
    html`<details class="more">
      <summary>Show ${count(earlier.length, 'earlier generation')}</summary>
      ${runs('Earlier generations', earlier, now)}
    </details>`
  }`;
}

function runs(caption: string, rows: readonly ShownRun[], now: Date): Html {
  return table({
    caption,
    rows,
    id: ({ id }) => id,
    empty: emptyState('Never generated', html`<p>The first generation appears here.</p>`),
    columns: [
      { label: 'Started', kind: 'heading', cell: ({ started_at }) => ago(started_at, now) },
      {
        label: 'Result',
        cell: ({ status, error_pages, error_message: error, writer }) =>
          html`${statusBadge(status, error_pages)}
          ${error !== null && html`<span class="hint break">${inWords(error, writer).slice(0, 200)}</span>`}`,
      },
      {
        label: 'Commit',
        cell: ({ commit_sha }) => (commit_sha === null ? '–' : shortCommit(commit_sha)),
      },
      { label: 'Pages', cell: pagesText },
      { label: 'Duration', kind: 'number', cell: timeText },
      { label: 'Usage', cell: (row) => usageText(row) ?? '–' },
      { label: 'Written by', cell: (row) => writerName(row) ?? '' },
    ],
  });
}

function timeText({ started_at, ended_at }: ShownRun): string {
  return ended_at === null ? '–' : duration((Date.parse(ended_at) - Date.parse(started_at)) / 1000);
}

function pagesText({ pages, reused_pages: reused, error_pages: failed }: ShownRun): string {
  const parts = [count(pages, 'page')];
  if (reused > 0) parts.push(`${reused} reused`);
  if (failed > 0) parts.push(`${failed} failed`);
  return parts.join(', ');
}
