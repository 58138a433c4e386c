import { html, type Html } from '#core/web/html.ts';
import { barChart } from '#core/web/parts/bar-chart.ts';
import { table } from '#core/web/parts/table.ts';
import { count } from '#core/text/count.ts';

export interface Week {
  /** Its Monday, such as 2026-03-02. */
  readonly week: string;
  readonly passed: number;
  readonly failed: number;
}

/** Runs that passed and failed in each week; the table below has the same numbers. */
export function weekChart(weeks: readonly Week[]): Html {
  const sum = (which: 'passed' | 'failed') => weeks.reduce((all, week) => all + week[which], 0);
  const bars = weeks.map(({ week, passed, failed }) => ({
    day: week,
    title: `Week of ${week}: ${failed} of ${count(passed + failed, 'run')} failed`,
    parts: [
      { look: 'part-product', value: failed },
      { look: 'part-passed', value: passed },
    ],
  }));
  const all = count(sum('passed') + sum('failed'), 'run');
  const label = `${sum('failed')} of ${all} failed, by week. The table below has the figures.`;
  return html`<p class="counts">
      <span class="bad"><span class="dot"></span>Failed</span>
      <span class="good"><span class="dot"></span>Passed</span>
    </p>
    ${barChart(bars, label)}
    <details class="more chart-table">
      <summary>Show as a table</summary>
      ${numbers(weeks)}
    </details>`;
}

function numbers(weeks: readonly Week[]): Html {
  return table({
    caption: 'Runs by week, newest first',
    rows: weeks.filter(({ passed, failed }) => passed + failed > 0).toReversed(),
    id: ({ week }) => week,
    empty: html`<p>No runs.</p>`,
    columns: [
      { label: 'Week of', kind: 'heading', sort: 'text', cell: ({ week }) => week },
      { label: 'Failed', kind: 'number', sort: 'number', cell: ({ failed }) => failed },
      { label: 'Passed', kind: 'number', sort: 'number', cell: ({ passed }) => passed },
      {
        label: 'Failure rate',
        kind: 'number',
        sort: 'number',
        cell: ({ failed, passed }) => `${Math.round((100 * failed) / (failed + passed))} %`,
      },
    ],
  });
}
