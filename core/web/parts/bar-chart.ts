import { html, type Html } from '../html.ts';

const size = { width: 360, height: 150, left: 30, right: 14, bottom: 20, top: 8 };

interface Bar {
  readonly day: string;
  readonly title: string;
  /** From below; `look` is the class of the rectangle. */
  readonly parts: readonly { readonly look: string; readonly value: number }[];
}

/** Stacked bars, one for each day. */
export function barChart(bars: readonly Bar[], label: string): Html {
  const top = niceTop(Math.max(...bars.map(totalOf), 1));
  return html`<svg
    class="chart trend"
    viewBox="0 0 ${size.width} ${size.height}"
    preserveAspectRatio="xMinYMid"
    role="img"
    aria-label="${label}"
  >
    ${[0, top / 2, top].map((value) => gridLine(value, top))}
    ${bars.map((bar, at) => column(bar, at, bars.length, top))}
    ${bars.map((bar, at) => dayLabel(bar, at, bars.length))}
  </svg>`;
}

function totalOf({ parts }: Bar): number {
  return parts.reduce((sum, { value }) => sum + value, 0);
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
    <text x="${size.left - 6}" y="${y}" dy="4" text-anchor="end">${short(value)}</text>`;
}

function short(value: number): string {
  return value.toLocaleString('en', { notation: 'compact', maximumFractionDigits: 1 });
}

function column({ title, parts }: Bar, at: number, count: number, top: number): Html {
  const step = (size.width - size.left - size.right) / count;
  const x = size.left + at * step + step * 0.15;
  let y = size.height - size.bottom;
  const drawn = parts
    .filter(({ value }) => value > 0)
    .map(({ look, value }) => {
      const height = heightOf(value, top);
      y -= height;
      return html`<rect
        class="${look}"
        x="${x.toFixed(1)}"
        y="${(y + 0.5).toFixed(1)}"
        width="${(step * 0.7).toFixed(1)}"
        height="${Math.max(1, height - 1).toFixed(1)}"
      />`;
    });
  return html`<g><title>${title}</title>${drawn}</g>`;
}

/** A label each few days: more would overlap on a phone. */
function dayLabel({ day }: Bar, at: number, count: number): Html | false {
  const every = Math.ceil(count / 4);
  if ((count - 1 - at) % every !== 0) return false;
  const step = (size.width - size.left - size.right) / count;
  const x = (size.left + (at + 0.5) * step).toFixed(1);
  return html`<text x="${x}" y="${size.height - 4}" text-anchor="middle">${day.slice(5)}</text>`;
}
