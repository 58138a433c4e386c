import { html, type Html } from '#core/web/html.ts';
import { emptyState } from '#core/web/parts/feedback.ts';
import { table } from '#core/web/parts/table.ts';
import { duration } from '#core/web/duration.ts';
import { ago, count } from '#core/web/words.ts';
import type { RunView } from '../views.ts';
import { shortCommit, statusBadge, usageText } from '../words.ts';

const shownFirst = 3;

/** The latest generations; the earlier ones unfold. */
export function historyTable(history: readonly RunView[], now: Date): Html {
  const earlier = history.slice(shownFirst);
  return html`${runs('Generations, the latest first', history.slice(0, shownFirst), now)}
  ${
    earlier.length > 0 &&
    html`<details class="more">
      <summary>Show ${count(earlier.length, 'earlier generation')}</summary>
      ${runs('Earlier generations', earlier, now)}
    </details>`
  }`;
}

function runs(caption: string, rows: readonly RunView[], now: Date): Html {
  return table({
    caption,
    rows,
    id: ({ id }) => id,
    empty: emptyState('Never generated', html`<p>The first generation appears here.</p>`),
    columns: [
      { label: 'Started', kind: 'heading', cell: ({ startedAt }) => ago(startedAt, now) },
      {
        label: 'Result',
        cell: ({ status, failed, error }) =>
          html`${statusBadge(status, failed)}
          ${error !== null && html`<span class="hint break">${error.slice(0, 200)}</span>`}`,
      },
      { label: 'Commit', cell: ({ commit }) => (commit === null ? '–' : shortCommit(commit)) },
      { label: 'Pages', cell: pagesText },
      {
        label: 'Took',
        kind: 'number',
        cell: ({ seconds }) => (seconds === null ? '–' : duration(seconds)),
      },
      { label: 'Used', cell: ({ tokens, cost }) => usageText(tokens, cost) ?? '–' },
      { label: 'Written by', cell: ({ writer }) => writer },
    ],
  });
}

function pagesText({ pages, reused, failed }: RunView): string {
  const parts = [count(pages, 'page')];
  if (reused > 0) parts.push(`${reused} reused`);
  if (failed > 0) parts.push(`${failed} failed`);
  return parts.join(', ');
}
