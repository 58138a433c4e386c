import { count } from '#core/text/count.ts';
import type { PlacedEntry } from '#core/platform/ports/logs.ts';
import { barHeights, chartHeight } from '../../text/bar-heights.ts';

/** Adds entries of the stream to the newest bar of the chart, to its row and to the figures. */
export function growVolume(entries: readonly PlacedEntry[]): void {
  const bars = [...document.querySelectorAll<SVGAElement>('.log-volume svg a')];
  const newest = bars.at(-1);
  if (!newest || entries.length === 0) return;
  const figure = (bar: SVGAElement, name: string) => Number(bar.dataset[name]);
  const errors = entries.filter(({ level }) => level === 'ERROR').length;
  newest.dataset['total'] = String(figure(newest, 'total') + entries.length);
  newest.dataset['errors'] = String(figure(newest, 'errors') + errors);
  const most = Math.max(...bars.map((bar) => figure(bar, 'total')));
  for (const bar of bars) {
    const { height, failed } = barHeights(figure(bar, 'total'), figure(bar, 'errors'), most);
    place(bar, '.volume-bar', height);
    place(bar, '.volume-error', failed);
  }
  // The bar goes on to now.
  const url = new URL(newest.href.baseVal, location.href);
  url.searchParams.delete('end_time');
  newest.href.baseVal = url.pathname + url.search;
  const sum = (name: string) => bars.reduce((all, bar) => all + figure(bar, name), 0);
  const text = (total: number, failed: number) =>
    `${count(total, 'entry', 'entries')}, ${count(failed, 'error')}`;
  const title = newest.querySelector('title');
  if (title) title.textContent = text(figure(newest, 'total'), figure(newest, 'errors'));
  const sums = document.querySelector('.log-volume [data-part=sums]');
  if (sums) sums.textContent = text(sum('total'), sum('errors'));
  const cells = document.querySelector<HTMLTableRowElement>('.log-volume tbody tr')?.cells;
  for (const [at, name] of ['total', 'errors'].entries()) {
    const cell = cells?.[at + 1];
    if (cell) cell.textContent = figure(newest, name).toLocaleString('en');
  }
}

function place(bar: SVGAElement, name: string, height: number): void {
  const part = bar.querySelector(name);
  part?.setAttribute('y', (chartHeight - height).toFixed(1));
  part?.setAttribute('height', height.toFixed(1));
}
