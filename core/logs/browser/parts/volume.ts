import { announce } from '#core/web/elements/announce.ts';
import { define } from '#core/web/elements/element.ts';

// Choosing a span of time in the chart: with the pointer, or with arrow keys, Shift and Enter.
// `base`: the page without times.
define('lantern-volume', (host, signal) => {
  const chart = host.querySelector('svg');
  const bars = [...(chart?.querySelectorAll<SVGGElement>('g') ?? [])];
  if (!chart || bars.length === 0) return;
  /** The bar where the choice begins, and where it ends. */
  let [from, to] = [bars.length - 1, bars.length - 1];
  let isDragging = false;

  chart.setAttribute('role', 'listbox');
  chart.setAttribute('aria-multiselectable', 'true');
  chart.setAttribute('tabindex', '0');
  for (const bar of bars) {
    bar.setAttribute('role', 'option');
    bar.setAttribute('aria-label', bar.dataset['text'] ?? '');
    bar.setAttribute('aria-selected', 'false');
  }

  chart.addEventListener('pointerdown', onDown, { signal });
  chart.addEventListener('pointermove', onMove, { signal });
  chart.addEventListener('pointerup', onUp, { signal });
  chart.addEventListener('pointercancel', reset, { signal });
  chart.addEventListener('keydown', onKey, { signal });
  chart.addEventListener('focus', () => choose(from, to), { signal });
  chart.addEventListener('blur', reset, { signal });

  function barAt({ clientX }: PointerEvent): number {
    const { left, width } = (chart as SVGElement).getBoundingClientRect();
    const at = Math.floor(((clientX - left) / width) * bars.length);
    return Math.min(Math.max(at, 0), bars.length - 1);
  }

  function onDown(event: PointerEvent) {
    if (event.button !== 0) return;
    // Touch scrolls the page unless the chart takes the pointer.
    chart?.setPointerCapture(event.pointerId);
    isDragging = true;
    const at = barAt(event);
    choose(at, at);
  }

  function onMove(event: PointerEvent) {
    if (isDragging) choose(from, barAt(event));
  }

  function onUp() {
    if (!isDragging) return;
    isDragging = false;
    apply();
  }

  function onKey(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const last = bars.length - 1;
    const targets: Record<string, number> = {
      ArrowLeft: to - 1,
      ArrowDown: to - 1,
      ArrowRight: to + 1,
      ArrowUp: to + 1,
      Home: 0,
      End: last,
      PageUp: to - 10,
      PageDown: to + 10,
    };
    const target = targets[event.key];
    if (target !== undefined) {
      const at = Math.min(Math.max(target, 0), last);
      choose(event.shiftKey ? from : at, at);
    } else if (event.key === 'Enter' || event.key === ' ') apply();
    else if (event.key === 'Escape') chart?.blur();
    else return;
    event.preventDefault();
  }

  function choose(first: number, end: number) {
    [from, to] = [first, end];
    const [low, high] = [Math.min(from, to), Math.max(from, to)];
    for (const [at, bar] of bars.entries()) {
      bar.setAttribute('aria-selected', String(at >= low && at <= high));
    }
    chart?.setAttribute('aria-activedescendant', bars[to]?.id ?? '');
    const hint = host.querySelector<HTMLElement>('[data-part="hint"]');
    if (hint) hint.textContent = textOf(low, high);
  }

  function textOf(low: number, high: number): string {
    if (low === high) return bars[low]?.dataset['text'] ?? '';
    return `${bars[low]?.dataset['text']?.split(' to ')[0] ?? ''} to ${bars[high]?.dataset['text']?.split(' to ')[1] ?? ''}`;
  }

  function reset() {
    isDragging = false;
    for (const bar of bars) bar.setAttribute('aria-selected', 'false');
  }

  function apply() {
    const [low, high] = [bars[Math.min(from, to)], bars[Math.max(from, to)]];
    const url = new URL(host.getAttribute('base') ?? '/logs', location.href);
    url.searchParams.set('start_time', low?.dataset['from'] ?? '');
    url.searchParams.set('end_time', high?.dataset['until'] ?? '');
    if (new URLSearchParams(location.search).get('live') === 'true') {
      url.searchParams.set('live', 'true');
    }
    announce('Loading this time', { silent: true });
    location.assign(url);
  }
});
