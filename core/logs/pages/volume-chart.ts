import type { LogBucket } from '#core/platform/ports/logs.ts';
import { html, type Html } from '#core/web/html.ts';
import { table } from '#core/web/parts/table.ts';
import { count } from '#core/text/count.ts';
import { barHeights, chartHeight } from '../text/bar-heights.ts';
import { logsUrl, type LogsPageQuery } from './page-query.ts';

export interface Volume {
  readonly start: string;
  readonly end: string;
  readonly buckets: readonly LogBucket[];
}

const size = { width: 1200, height: chartHeight };

/** Entries per span of time. A bar, or its row in the table, leads to its time. */
export function volumeChart(
  volume: Volume,
  query: LogsPageQuery,
  time: (time: string) => string,
): Html {
  const { buckets } = volume;
  const most = Math.max(1, ...buckets.map(({ total }) => total));
  const sum = buckets.reduce((all, { total }) => all + total, 0);
  const errors = buckets.reduce((all, bucket) => all + bucket.errors, 0);
  const spans = buckets.map((bucket, at) => ({
    ...bucket,
    // Both ends count: the next span begins a millisecond later.
    until: spanEnd(buckets[at + 1]?.time, volume.end),
  }));
  return html`<div class="log-volume">
    <div class="log-volume-head">
      <h2>Volume</h2>
      <p>
        <span data-part="sums">${count(sum, 'entry', 'entries')}, ${count(errors, 'error')}</span>,
        ${time(volume.start)} to ${time(volume.end)}
      </p>
    </div>
    <svg
      class="chart"
      viewBox="0 0 ${size.width} ${size.height}"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <defs>
        <pattern id="log-error-pattern" width="6" height="6" patternUnits="userSpaceOnUse">
          <rect class="volume-error-ground" width="6" height="6" />
          <path class="volume-error-lines" d="M-1 1l2-2M0 6l6-6M5 7l2-2" />
        </pattern>
      </defs>
      ${spans.map((span, at) => bar(span, at, spans.length, most, { query, time }))}
    </svg>
    <details class="more">
      <summary>Show as a table</summary>
      ${numbers(spans, query, time)}
    </details>
  </div>`;
}

interface Span extends LogBucket {
  readonly until: string;
}

function spanEnd(next: string | undefined, end: string): string {
  return next === undefined ? end : new Date(Date.parse(next) - 1).toISOString();
}

/** Errors are the hatched part at the foot of a bar. */
function bar(
  { time: from, until, total, errors }: Span,
  at: number,
  all: number,
  most: number,
  { query, time }: { readonly query: LogsPageQuery; readonly time: (time: string) => string },
): Html {
  const width = size.width / all;
  const { height, failed } = barHeights(total, errors, most);
  const text = `${time(from)} to ${time(until)}: ${count(total, 'entry', 'entries')}, ${count(errors, 'error')}`;
  const place = html`x="${(at * width).toFixed(1)}" width="${Math.max(1, width - 2).toFixed(1)}"`;
  const href = logsUrl(query, { start_time: from, end_time: until });
  return html`<a href="${href}" tabindex="-1" data-total="${total}" data-errors="${errors}">
    <title>${text}</title>
    <rect class="volume-space" ${place} y="0" height="${size.height}" />
    <rect
      class="volume-bar"
      ${place}
      y="${(size.height - height).toFixed(1)}"
      height="${height.toFixed(1)}"
    />
    <rect
      class="volume-error"
      fill="url(#log-error-pattern)"
      ${place}
      y="${(size.height - failed).toFixed(1)}"
      height="${failed.toFixed(1)}"
    />
  </a>`;
}

function numbers(
  spans: readonly Span[],
  query: LogsPageQuery,
  time: (time: string) => string,
): Html {
  return table({
    caption: 'Entries and errors by time, newest first',
    rows: spans.filter(({ total }) => total > 0).toReversed(),
    id: (span) => span.time,
    empty: html`<p>No entries in this period.</p>`,
    columns: [
      {
        label: 'From',
        kind: 'heading',
        cell: (span) =>
          html`<a href="${logsUrl(query, { start_time: span.time, end_time: span.until })}"
            >${time(span.time)}</a
          >`,
      },
      { label: 'Entries', kind: 'number', cell: ({ total }) => total.toLocaleString('en') },
      { label: 'Errors', kind: 'number', cell: ({ errors }) => errors.toLocaleString('en') },
    ],
  });
}
