import { html, type Html } from '#core/web/html.ts';
import { barChart } from '#core/web/parts/bar-chart.ts';
import { table } from '#core/web/parts/table.ts';
import { count } from '#core/text/count.ts';
import { countOf } from '../../base/tables/job-tables.ts';
import type { TrendDay } from '../../base/schema/views.ts';
import { classes, classWords } from '../words.ts';

/** Failures of each day by class, as stacked bars; the table below has the same numbers. */
export function trendChart(days: readonly TrendDay[]): Html {
  const sum = days.map(failuresOf).reduce((all, each) => all + each, 0);
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? ''];
  const bars = days.map((day) => ({
    day: day.day,
    title: `${day.day}: ${count(failuresOf(day), 'failure')}`,
    parts: classes.map((each) => ({
      look: `part-${classWords(each).slug}`,
      value: day[countOf(each)],
    })),
  }));
  const label = `${count(sum, 'failure')} from ${first} to ${last}, by class and day. The table below has the figures.`;
  return html`${barChart(bars, label)}
    <details class="more chart-table">
      <summary>Show as a table</summary>
      ${numbers(days)}
    </details>`;
}

function failuresOf(day: TrendDay): number {
  return classes.reduce((sum, each) => sum + day[countOf(each)], 0);
}

function numbers(days: readonly TrendDay[]): Html {
  return table({
    caption: 'Failures by day and class, newest first',
    rows: days.filter((day) => failuresOf(day) > 0).toReversed(),
    id: ({ day }) => day,
    empty: html`<p>No failures.</p>`,
    columns: [
      { label: 'Day', kind: 'heading', sort: 'text', cell: ({ day }) => day },
      ...classes.map((each) => ({
        label: classWords(each).name,
        ...({ kind: 'number', sort: 'number' } as const),
        cell: (day: TrendDay) => day[countOf(each)],
      })),
    ],
  });
}
