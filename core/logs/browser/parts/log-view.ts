import { count } from '#core/text/count.ts';
import type { PlacedEntry } from '#core/platform/ports/logs.ts';
import { announce } from '#core/web/elements/announce.ts';
import { define } from '#core/web/elements/element.ts';
import { prefix } from '#core/web/elements/prefix.ts';
import { entryStore } from './entry-store.ts';
import { loadEntries } from './load-entries.ts';
import { logList } from './log-list.ts';
import { logStream, type StreamState } from './log-stream.ts';
import { growVolume } from './volume.ts';

// Takes over the server's list: `query` has the filters, `limit` the number of rows, `entry` an entry
// to show among its neighbours, `socket` the address of the stream, `zone` the time zone, `live` whether
// the stream starts by itself.
define('lantern-logs', (host, signal) => {
  const part = <Kind extends HTMLElement>(name: string) =>
    host.querySelector<Kind>(`[data-part="${name}"]`);
  const [scroller, grid, body] = [part('scroller'), part('grid'), part('body')];
  const template = host.querySelector('template');
  if (!scroller || !grid || !body || !template) return;
  const attribute = (name: string) => host.getAttribute(name) ?? '';
  const query = attribute('query');
  const entry = attribute('entry');
  const limit = Number(attribute('limit'));
  const store = entryStore(limit);
  const stats = new Map<string, number>();
  /** The stream starts after a load: before, it would send the whole log. */
  let isWanted = attribute('live') === 'true';
  const zone = attribute('zone');
  const switchButton = part<HTMLButtonElement>('switch');
  const more = part<HTMLButtonElement>('more');
  const problem = part('problem');
  const list = logList({ scroller, grid, body, template, zone, signal });
  const stream = logStream({
    url: streamUrl,
    onEntries: add,
    onGap: (gap) => void heal(gap),
    onState: showState,
    signal,
  });

  switchButton?.addEventListener('click', () => void turn(!stream.isOn()), { signal });
  part('clear')?.addEventListener('click', clear, { signal });
  part('retry')?.addEventListener('click', () => void load(), { signal });
  part('try')?.addEventListener('click', () => stream.retry(), { signal });
  more?.addEventListener('click', showWaiting, { signal });
  scroller.addEventListener('scroll', onScroll, { signal, passive: true });
  // Links and the form of this page keep the choice.
  document.addEventListener('click', keepLive, { signal, capture: true });
  const firstLoad = load();
  void begin();

  async function begin() {
    await firstLoad;
    if (entry !== '') list.open(Number(entry));
  }

  async function load() {
    host.setAttribute('aria-busy', 'true');
    try {
      const page = await loadEntries({ query, limit, entry, signal });
      store.add(page.entries, { wait: store.shown().length > 0 && !list.isAtRest() });
      if (page.stats) showStats(page.stats);
      if (problem) problem.hidden = true;
      if (isWanted) stream.start();
    } catch (error) {
      if (!signal.aborted) showProblem(error instanceof Error ? error.message : String(error));
    }
    host.removeAttribute('aria-busy');
    show();
  }

  function add(entries: readonly PlacedEntry[]) {
    const fresh = store.add(entries, { wait: !list.isAtRest() });
    for (const name of ['matching', 'total', 'scanned']) {
      setStat(name, (stats.get(name) ?? 0) + fresh.length);
    }
    growVolume(fresh);
    show();
  }

  function show() {
    list.show(store.shown());
    setStat('shown', store.shown().length);
    const waiting = store.waiting();
    if (more) {
      more.hidden = waiting === 0;
      more.textContent = count(waiting, 'new entry', 'new entries');
    }
    const empty = part('empty');
    if (empty) empty.hidden = store.shown().length > 0 || problem?.hidden === false;
  }

  function showWaiting() {
    store.showWaiting();
    list.toTop();
    show();
  }

  function onScroll() {
    if (store.waiting() > 0 && list.isAtRest()) showWaiting();
  }

  function clear() {
    store.clear();
    show();
    announce('The list is empty. The log itself is unchanged: reload the page to see it again.');
  }

  /** Loads the entries that the server left out for a slow client. */
  async function heal({ from, to }: { readonly from: number; readonly to: number }) {
    const note = part('gap');
    if (note) note.hidden = false;
    try {
      const page = await loadEntries({ query, limit, after: from - 1, signal });
      add(page.entries.filter(({ cursor }) => cursor <= to));
      if (note) note.hidden = true;
      announce('The stream skipped some entries; they are loaded now.', { silent: true });
    } catch {
      // The note stays, and says what to do.
    }
  }

  async function turn(on: boolean) {
    const url = new URL(location.href);
    isWanted = on;
    const isUsual = on !== url.searchParams.has('end_time');
    if (isUsual) url.searchParams.delete('live');
    else url.searchParams.set('live', String(on));
    history.replaceState(null, '', url);
    for (const field of document.querySelectorAll<HTMLInputElement>('.log-filters [name=live]')) {
      field.value = String(on);
      field.disabled = isUsual;
    }
    announce(on ? 'Real-time on' : 'Real-time off', { silent: true });
    // The stream resumes after the latest loaded entry: without one it would send the whole log.
    await firstLoad;
    if (on) stream.start();
    else stream.stop();
  }

  function keepLive({ target }: Event) {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('main a') : null;
    if (link?.pathname !== `${prefix}/logs` || link.origin !== location.origin) return;
    const url = new URL(link.href);
    const isOff = new URLSearchParams(location.search).get('live') === 'false';
    if (isOff) url.searchParams.set('live', 'false');
    else url.searchParams.delete('live');
    link.href = url.href;
  }

  function streamUrl(): string {
    const url = new URL(attribute('socket'), location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    url.search = query;
    url.searchParams.set('after', String(store.latest()));
    url.searchParams.set('together', 'true');
    return url.href;
  }

  let wasInterrupted = false;

  function showState({ name, seconds = 0, reason = '' }: StreamState) {
    const isOn = stream.isOn();
    if (switchButton) switchButton.textContent = isOn ? 'Stop Real-time' : 'Start Real-time';
    host.dataset['stream'] = name;
    const text = {
      off: '',
      connecting: 'Connecting…',
      live: 'Live',
      waiting: `${navigator.onLine ? 'The stream was interrupted' : 'You are offline'}. Retrying in ${Math.round(seconds)} s; no entries are lost.`,
      refused: `The stream is not available. ${reason}`,
    }[name];
    const state = part('state');
    if (state) state.textContent = text;
    const again = part('try');
    if (again) again.hidden = name !== 'waiting';
    if (name === 'waiting' && !wasInterrupted) announce(text, { silent: true });
    if (name === 'live' && wasInterrupted) announce('The stream is back.', { silent: true });
    wasInterrupted = name === 'waiting' || (name === 'connecting' && wasInterrupted);
  }

  function showStats({
    total,
    kept,
    scanned,
    isPartial,
  }: Readonly<Record<string, number | boolean>>) {
    setStat('matching', total);
    setStat('total', kept);
    setStat('scanned', scanned);
    const partial = part('partial');
    if (partial) partial.hidden = isPartial !== true;
  }

  function setStat(name: string, value: unknown) {
    const place = part(name);
    stats.set(name, Number(value));
    if (place) place.textContent = Number(value).toLocaleString('en');
  }

  function showProblem(text: string) {
    const place = part('problem-text');
    if (place) place.textContent = text;
    if (problem) problem.hidden = false;
    announce(text, { silent: true });
  }
});
