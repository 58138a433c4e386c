import { html, type Html } from '#core/web/html.ts';
import { barChart } from '#core/web/parts/bar-chart.ts';
import { table } from '#core/web/parts/table.ts';
import { count } from '#core/text/count.ts';
import type { Use } from '../summaries/use.ts';

/** Messages of each day by project, as stacked bars; the table below has the same numbers. False:
 * there were none. */
export function useChart({ projects, days }: Use): Html | false {
  const totals = projects.map((_, at) => sumOf(days.map(({ messages }) => messages[at] ?? 0)));
  const all = sumOf(totals);
  if (all === 0) return false;
  const bars = days.map(({ day, messages }) => ({
    day,
    title: `${day}: ${count(sumOf(messages), 'message')}`,
    parts: messages.map((value, at) => ({ look: `use-${at}`, value })),
  }));
  const label = `${count(all, 'message')} in ${days.length} days, by day and project. The table below has the figures.`;
  return html`<section class="section" aria-labelledby="use-title">
    <h2 id="use-title">Messages by day and project</h2>
    <div class="use">
      ${barChart(bars, label)}
      <ul class="use-projects">
        ${projects.map(
          (project, at) =>
            html`<li>
              <svg class="use-key" viewBox="0 0 10 10" aria-hidden="true">
                <rect class="use-${at}" width="10" height="10" rx="2" />
              </svg>
              <span class="break">${project}</span>
              <span class="use-count">${(totals[at] ?? 0).toLocaleString('en')}</span>
            </li>`,
        )}
      </ul>
    </div>
    <details class="more chart-table">
      <summary>Show as a table</summary>
      ${numbers({ projects, days })}
    </details>
  </section>`;
}

function numbers({ projects, days }: Use): Html {
  return table({
    caption: 'Messages by day and project, the newest day first',
    rows: days.filter(({ messages }) => sumOf(messages) > 0).toReversed(),
    id: ({ day }) => day,
    empty: html`<p>No messages.</p>`,
    columns: [
      { label: 'Day', kind: 'heading', sort: 'text', cell: ({ day }) => day },
      ...projects.map((project, at) => ({
        label: project,
        ...({ kind: 'number', sort: 'number' } as const),
        cell: ({ messages }: Use['days'][number]) => messages[at] ?? 0,
      })),
    ],
  });
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
