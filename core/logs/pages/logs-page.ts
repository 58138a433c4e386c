import { html, type Html } from '#core/web/html.ts';
import { page } from '#core/web/page.ts';
import { dialog, dialogButton } from '#core/web/parts/dialog.ts';
import { emptyState, live, notice, progress } from '#core/web/parts/feedback.ts';
import { maxExported } from '../schema/query.ts';
import { entryRow, listHead } from './entry-row.ts';
import { chosenFilters, filterForm, lineForm, timePresets } from './filter-form.ts';
import { facetLists } from './facets.ts';
import { firstDelivery } from './first-delivery.ts';
import { copiesNotice } from './copies-notice.ts';
import { type LogsFrame, logsNavigation } from './logs-site.ts';
import { filterQuery, isLive, logsUrl } from './page-query.ts';
import { type LogsContent, type Results, rowsOfPage } from './read-logs-page.ts';
import { volumeChart } from './volume-chart.ts';

type View = LogsFrame & LogsContent & { readonly baseUrl: string; readonly mayDelete: boolean };

export function logsPage(view: View): string {
  const { assets, query, results, wrong, time, copies, indexed, mayDelete } = view;
  const isEntry = query.entry !== '';
  return page({
    title: isEntry ? 'Log entry' : 'Log',
    description: 'What the webhook receiver did, line by line, with filters and a live stream.',
    assets,
    navigation: logsNavigation('logs'),
    body: html`<h1 class="visually-hidden">Log</h1>
      ${copies && copiesNotice(copies, mayDelete)}
      ${
        isEntry
          ? html`<p class="notice info log-notice">
              The entries around one entry, without filters.
              <a href="${logsUrl(query)}">Back to the filtered log</a>
            </p>`
          : html`${lineForm(query, wrong)}
              <details class="log-all-filters" ${Object.keys(wrong).length > 0 && html`open`}>
                <summary class="button">Filters</summary>
                ${filterForm(query, wrong, view.zone)}
              </details>
              ${timePresets(query)} ${chosenFilters(query)}`
      }
      ${live(
        'log-results',
        html`${indexed !== undefined && indexProgress(indexed)}
        ${results?.volume && volumeChart(results.volume, query, time)}
        ${results?.facets && facetLists(results.facets, query, results.total)}
        ${results && resultList(view, results)}`,
        { seconds: 1, done: indexed === undefined },
      )}
      ${dialog('log-keys', 'Keyboard shortcuts', keysHelp())}`,
  });
}

function indexProgress(share: number): Html {
  return notice(
    'info',
    html`<p>Log files are being indexed. Entries appear here when this is done.</p>
      ${progress('Indexed log files', { value: share, text: `${Math.floor(100 * share)} %` })}`,
  );
}

function resultList(view: View, results: Results): Html {
  const { query, zone, time, sockets } = view;
  const { entries } = results;
  const selected = Number(query.entry);
  return html`<lantern-logs
    query="${filterQuery(query)}"
    limit="${query.limit}"
    entry="${query.entry}"
    zone="${zone}"
    socket="${sockets ?? '/logs/ws'}"
    live="${String(isLive(query))}"
  >
    <h2 class="visually-hidden">Entries</h2>
    <div class="log-bar">
      ${stats(view, results)}
      <p class="log-state" role="status">
        <span data-part="state"></span>
        <button class="button quiet" type="button" data-part="try" hidden>Try now</button>
      </p>
      <div class="log-actions">${query.entry === '' && actions(view)}</div>
    </div>
    ${problems()}
    <div class="log-frame">
      <button
        class="button primary log-more script-only"
        type="button"
        data-part="more"
        hidden
      ></button>
      <div
        class="log-scroller"
        data-part="scroller"
        tabindex="0"
        role="region"
        aria-label="Entries"
      >
        <div role="table" aria-label="Log entries, newest first" data-part="grid" class="log-table">
          ${listHead(zone)}
          <div role="rowgroup" class="log-body" data-part="body">
            ${entries.map((entry) => entryRow(entry, time, { selected: entry.cursor === selected }))}
          </div>
        </div>
        <div data-part="empty" ${entries.length > 0 && html`hidden`}>${nothing(view, results)}</div>
      </div>
    </div>
    <template>${entryRow(undefined, time)}</template>
    ${query.entry === '' && pager(view, results)}
  </lantern-logs>`;
}

function stats(
  { query }: View,
  { entries, total, kept, scanned, isPartial }: Results,
): Html | false {
  if (query.entry !== '') return false;
  const number = (value: number) => value.toLocaleString('en');
  return html`<dl class="log-stats">
    <div>
      <dt>Shown</dt>
      <dd>
        <span data-part="shown">${number(entries.length)}</span> of
        <span data-part="matching">${number(total)}</span>
      </dd>
    </div>
    <div>
      <dt>Total (estimate)</dt>
      <dd data-part="total">${number(kept)}</dd>
    </div>
    <div>
      <dt>Scanned</dt>
      <dd>
        <span data-part="scanned">${number(scanned)}</span>
        <span class="badge warn" data-part="partial" ${!isPartial && html`hidden`}>partial</span>
      </dd>
    </div>
  </dl>`;
}

function actions({ query }: View): Html {
  const filters = `${filterQuery(query)}&limit=${maxExported}`;
  return html`<button class="button script-only" type="button" data-part="switch">
      Start Real-time
    </button>
    <button class="button script-only" type="button" data-part="clear">Clear Logs</button>
    <a class="button" href="/logs/api/export?${filters}" download>Export JSON</a>
    <a class="button" href="/logs/api/export.ndjson?${filters}" download>Export NDJSON</a>
    <span class="script-only"
      >${dialogButton('log-keys', 'Keys', { shortcut: '?', look: 'quiet' })}</span
    >`;
}

/** Shown by the script. */
function problems(): Html {
  return html`<div class="notice bad log-notice" data-part="problem" hidden>
      <span data-part="problem-text"></span>
      <button class="button" type="button" data-part="retry">Try again</button>
    </div>
    <p class="notice warn log-notice" data-part="gap" hidden>
      This page could not keep up with the stream, so some entries are missing. Reload to see them.
    </p>`;
}

function nothing({ query, baseUrl }: View, { kept }: Results): Html {
  if (kept === 0) {
    return firstDelivery('No entries yet', baseUrl);
  }
  const isFiltered = filterQuery(query) !== '';
  return emptyState(
    'No entry to show',
    isFiltered
      ? html`<p>No entry matches these filters. Remove some, or choose another time.</p>
          <p><a class="button" href="/logs">Show the whole log</a></p>`
      : html`<p>New entries appear here when real-time is on.</p>
          <p><a class="button" href="/logs">Load the log again</a></p>`,
  );
}

/** For people without script: the script loads all rows up to the limit. */
function pager({ query }: View, { offset, entries, total }: Results): Html | false {
  if (total <= rowsOfPage) return false;
  const to = (at: number) => logsUrl(query, { offset: at === 0 ? '' : String(at) });
  const last = offset + entries.length;
  return html`<nav class="pager log-pager" aria-label="Pages">
    ${offset > 0 && html`<a class="button" href="${to(Math.max(0, offset - rowsOfPage))}">Newer</a>`}
    <span>
      ${(offset + 1).toLocaleString('en')} to ${last.toLocaleString('en')} of
      ${total.toLocaleString('en')}
    </span>
    ${last < total && html`<a class="button" href="${to(last)}">Older</a>`}
  </nav>`;
}

export function keysHelp(): Html {
  return html`<dl class="keys">
      <dt><kbd>/</kbd></dt>
      <dd>Search</dd>
      <dt><kbd>j</kbd> <kbd>k</kbd> or <kbd>↓</kbd> <kbd>↑</kbd></dt>
      <dd>Next and previous entry</dd>
      <dt><kbd>Page Down</kbd> <kbd>Page Up</kbd></dt>
      <dd>A page down or up</dd>
      <dt><kbd>Home</kbd> <kbd>End</kbd></dt>
      <dd>The newest and the oldest entry</dd>
      <dt><kbd>Enter</kbd> or <kbd>→</kbd> <kbd>←</kbd></dt>
      <dd>Open and close the entry</dd>
      <dt><kbd>c</kbd></dt>
      <dd>Copy the entry</dd>
      <dt><kbd>Esc</kbd></dt>
      <dd>Close the entry, then leave the list</dd>
      <dt><kbd>?</kbd></dt>
      <dd>Show this list</dd>
    </dl>
    <label class="tick script-only">
      <input type="checkbox" data-shortcut-switch checked /> Single-key shortcuts such as
      <kbd>j</kbd>
    </label>`;
}
