import { html, type Html } from '#core/web/html.ts';
import { choice, field } from '#core/web/parts/form.ts';
import { lineOfFilters } from '../reading/query-line.ts';
import {
  filterLabels,
  filterNames,
  levels,
  logsUrl,
  type FilterName,
  type LogsPageQuery,
} from './page-query.ts';

export type Wrong = Readonly<Partial<Record<keyof LogsPageQuery, string>>>;

const limits = ['100', '500', '1000', '5000', '10000'];

/** The filters as one line. Its address is that of the form. */
export function lineForm(query: LogsPageQuery, wrong: Wrong): Html {
  const { q, limit, live } = query;
  return html`<form class="log-filters log-line" method="get" action="/logs" aria-label="Query">
    ${field('logs', {
      name: 'q',
      label: 'Query',
      literal: true,
      value: q === '' ? lineOfFilters(query) : q,
      placeholder: 'repo:acme/mobile level:error -user:mona "timed out"',
      ...(wrong.q !== undefined && { error: wrong.q }),
    })}
    <div class="log-submit"><button class="button primary">Search</button></div>
    <input type="hidden" name="limit" value="${limit}" ${limit === '1000' && html`disabled`} />
    <input type="hidden" name="live" value="${live}" ${live === '' && html`disabled`} />
  </form>`;
}

/** All filters. Every choice ends up in the address of the page. */
export function filterForm(query: LogsPageQuery, wrong: Wrong, zone: string): Html {
  const literal = (name: keyof LogsPageQuery, label: string, placeholder?: string, hint?: string) =>
    field('logs', {
      name,
      label,
      value: query[name],
      literal: true,
      ...(placeholder !== undefined && { placeholder }),
      ...(hint !== undefined && { hint }),
      ...(wrong[name] !== undefined && { error: wrong[name] }),
    });
  const hasMistake = filterNames.some((name) => wrong[`not_${name}`] !== undefined);
  return html`<form class="log-filters" method="get" action="/logs" role="search">
    <div class="log-filter-row">
      ${searchField(query)} ${levelChoice('level', 'Level', query)}
      ${literal('repository', filterLabels.repository, 'owner/name or name')}
      ${literal('pr_number', filterLabels.pr_number)}
      ${literal('event_type', filterLabels.event_type)}
      ${literal('scm_user', filterLabels.scm_user)} ${literal('hook_id', filterLabels.hook_id)}
      ${literal('start_time', 'Start Time', '2026-01-31T09:30', zone)}
      ${literal('end_time', 'End Time', '2026-01-31T10:30', zone)}
      ${choice('logs', {
        name: 'limit',
        label: 'Results Limit',
        value: query.limit,
        options: limits.map((value) => ({ value, label: Number(value).toLocaleString('en') })),
      })}
      <div class="log-submit">
        <button class="button primary">Apply</button>
        <a class="button quiet" href="/logs">Reset</a>
      </div>
    </div>
    <details class="more" ${hasMistake && html`open`}>
      <summary>Exclude entries</summary>
      <div class="log-filter-row">
        ${literal('not_search', 'Not in the message')}
        ${levelChoice('not_level', 'Not level', query)}
        ${literal('not_repository', 'Not repository')} ${literal('not_pr_number', 'Not PR #')}
        ${literal('not_event_type', 'Not event')} ${literal('not_scm_user', 'Not user')}
        ${literal('not_hook_id', 'Not hook ID')}
      </div>
    </details>
    <input type="hidden" name="live" value="${query.live}" ${query.live === '' && html`disabled`} />
  </form>`;
}

const presets = {
  '15m': '15 minutes',
  '1h': '1 hour',
  '24h': '24 hours',
  '7d': '7 days',
};

/** Spans of time up to now. The address keeps how long ago, so that a bookmark of it moves on. */
export function timePresets(query: LogsPageQuery): Html {
  return html`<nav class="log-presets" aria-label="Time">
    Last
    ${Object.entries(presets).map(([start_time, label]) => {
      const isChosen = query.start_time === start_time && query.end_time === '';
      const href = logsUrl(query, { start_time, end_time: '' });
      return html`<a href="${href}" ${isChosen && html`aria-current="true"`}>${label}</a> `;
    })}
  </nav>`;
}

function searchField({ search }: LogsPageQuery): Html {
  return html`<div class="field log-search">
    <label for="logs-search">Search</label>
    <input
      id="logs-search"
      name="search"
      type="search"
      value="${search}"
      placeholder="Any part of a message"
      autocapitalize="none"
      spellcheck="false"
      data-shortcut="/"
    />
  </div>`;
}

function levelChoice(name: 'level' | 'not_level', label: string, query: LogsPageQuery): Html {
  const value = query[name];
  const choices = value === '' || levels.includes(value) ? levels : [value, ...levels];
  const options = choices.map((level) => ({ value: level, label: level }));
  const none = { value: '', label: name === 'level' ? 'All' : 'None' };
  return choice('logs', { name, label, value, options: [none, ...options] });
}

/** What the list is narrowed to; each link removes one filter. */
export function chosenFilters(query: LogsPageQuery): Html | false {
  const chips = filterNames.flatMap((name) => [
    ...chip(query, name, filterLabels[name]),
    ...chip(query, `not_${name}`, `Not ${inSentence(name)}`),
  ]);
  const times = [...chip(query, 'start_time', 'From'), ...chip(query, 'end_time', 'To')];
  if (chips.length + times.length === 0) return false;
  return html`<ul class="log-chips" aria-label="Filters in use">
    ${[...chips, ...times]}
  </ul>`;
}

function inSentence(name: FilterName): string {
  const label = filterLabels[name];
  return name === 'pr_number' || name === 'hook_id' ? label : label.toLowerCase();
}

function chip(query: LogsPageQuery, name: keyof LogsPageQuery, label: string): Html[] {
  const value = query[name];
  if (value === '') return [];
  return [
    html`<li>
      <a class="log-chip" href="${logsUrl(query, { [name]: '' })}">
        <span class="break"><span class="visually-hidden">Remove </span>${label}: ${value}</span>
        <span aria-hidden="true">×</span>
      </a>
    </li>`,
  ];
}
