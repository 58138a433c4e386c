import { html, type Html } from '#core/web/html.ts';
import { table } from '#core/web/parts/table.ts';
import { count } from '#core/web/words.ts';
import { countOf } from '../../schema/class-columns.ts';
import type { TrendDay } from '../../schema/views.ts';
import { classes, classWords } from '../words.ts';

const size = { width: 360, height: 150, left: 30, right: 14, bottom: 20, top: 8 };

/** Failures of each day by class, as stacked bars; the table below has the same numbers. */
export function trendChart(days: readonly TrendDay[]): Html {
  const totals = days.map(totalOf);
  const sum = totals.reduce((all, each) => all + each, 0);
  const top = niceTop(Math.max(...totals, 1));
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? ''];
  return html`<svg
      class="chart trend"
      viewBox="0 0 ${size.width} ${size.height}"
      preserveAspectRatio="xMinYMid"
      role="img"
      aria-label="${`${count(sum, 'failure')} from ${first} to ${last}, by class and day. The numbers are in the table below.`}"
    >
      ${[0, top / 2, top].map((value) => gridLine(value, top))}
      ${days.map((day, at) => bar(day, at, days.length, top))}
      ${days.map((day, at) => dayLabel(day, at, days.length))}
    </svg>
    <details class="more chart-table">
      <summary>The numbers</summary>
      ${numbers(days)}
    </details>`;
}

function totalOf(day: TrendDay): number {
  return classes.reduce((sum, each) => sum + day[countOf(each)], 0);
}

/** An even number with at most two significant digits, so that half of it can be named too. */
function niceTop(most: number): number {
  const step = 2 * 10 ** Math.max(0, Math.floor(Math.log10(most)) - 1);
  return Math.ceil(most / step) * step;
}

function heightOf(value: number, top: number): number {
  return (value / top) * (size.height - size.bottom - size.top);
}

function gridLine(value: number, top: number): Html {
  const y = (size.height - size.bottom - heightOf(value, top)).toFixed(1);
  return html`<line class="chart-line" x1="${size.left}" x2="${size.width}" y1="${y}" y2="${y}" />
    <text x="${size.left - 6}" y="${y}" dy="4" text-anchor="end"
      >${value.toLocaleString('en')}</text
    >`;
}

function bar(day: TrendDay, at: number, days: number, top: number): Html {
  const step = (size.width - size.left - size.right) / days;
  const x = size.left + at * step + step * 0.15;
  let y = size.height - size.bottom;
  const parts = classes
    .filter((each) => day[countOf(each)] > 0)
    .map((each) => {
      const height = heightOf(day[countOf(each)], top);
      y -= height;
      return html`<rect
        class="part-${classWords(each).slug}"
        x="${x.toFixed(1)}"
        y="${(y + 0.5).toFixed(1)}"
        width="${(step * 0.7).toFixed(1)}"
        height="${Math.max(1, height - 1).toFixed(1)}"
      />`;
    });
  return html`<g><title>${`${day.day}: ${count(totalOf(day), 'failure')}`}</title>${parts}</g>`;
}

/** A label each few days: more would overlap on a phone. */
function dayLabel({ day }: TrendDay, at: number, days: number): Html | false {
  const every = Math.ceil(days / 4);
  if ((days - 1 - at) % every !== 0) return false;
  const step = (size.width - size.left - size.right) / days;
  const x = (size.left + (at + 0.5) * step).toFixed(1);
  return html`<text x="${x}" y="${size.height - 4}" text-anchor="middle">${day.slice(5)}</text>`;
}

function numbers(days: readonly TrendDay[]): Html {
  return table({
    caption: 'Failures by day and class, the newest first',
    rows: days.filter((day) => totalOf(day) > 0).toReversed(),
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
