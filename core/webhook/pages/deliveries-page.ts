import type * as z from 'zod/mini';
import { durationText, eventText, stateBadge } from '#core/logs/pages/states.ts';
import { firstDelivery } from '#core/logs/pages/first-delivery.ts';
import { logsNavigation, type LogsFrame } from '#core/logs/pages/logs-site.ts';
import { deliveryUrl, pullUrl } from '#core/logs/pages/page-query.ts';
import { visibleText } from '#core/logs/text/visible-text.ts';
import { html, type Html } from '#core/web/html.ts';
import { page } from '#core/web/page.ts';
import { asked } from '#core/web/parts/asked.ts';
import { badge, emptyState, notice } from '#core/web/parts/feedback.ts';
import { choice, field, formError } from '#core/web/parts/form.ts';
import { table } from '#core/web/parts/table.ts';
import type { PlacedEntry } from '#core/platform/ports/logs.ts';
import { count } from '#core/text/count.ts';
import { rejectedEvent } from '../deliveries/rejections.ts';
import type { deliveryLine } from '../deliveries/views.ts';
import type { DeliveriesQuery } from './deliveries-search.ts';
import { bulkQuestion } from './replay-question.ts';

type Line = z.output<typeof deliveryLine>;

interface View extends LogsFrame {
  /** How the reader reached us, without a trailing slash. */
  readonly baseUrl: string;
  readonly query: DeliveriesQuery;
  readonly deliveries: readonly Line[];
  /** For the next page. */
  readonly cursor: string | null;
  /** The newest requests that were rejected. */
  readonly rejections: readonly PlacedEntry[];
  /** The reader came with a session, which can be ended. */
  readonly hasSession: boolean;
}

const states = {
  failed: 'Failed',
  partial: 'Partial',
  success: 'Success',
  processing: 'In progress',
  waiting: 'Waiting',
};

/** The stored deliveries, some of which can be replayed together. */
export function deliveriesPage(view: View): string {
  const { assets, query, deliveries, cursor, hasSession } = view;
  return page({
    title: 'Deliveries',
    assets,
    navigation: logsNavigation('deliveries'),
    heading: 'Deliveries',
    lead: 'What the code host sent, newest first.',
    body: html`${outcome(query)} ${rejected(view)} ${filterForm(query)}
      <lantern-form
        ${asked(bulkQuestion(undefined))}
        next="/logs/deliveries?replayed={replayed}&failed={failed}"
      >
        <form method="post" action="/logs/deliveries" class="stack">
          ${formError()}
          <h2 class="visually-hidden">List of deliveries</h2>
          ${list(view)}
          ${
            deliveries.length > 0 &&
            html`<div class="cluster">
              <input type="hidden" name="task" value="replay" />
              <button class="button primary">Replay selected</button>
              <label class="tick">
                <input type="checkbox" name="task" value="dry-run" /> As a dry run: nothing changes
                on the code host
              </label>
            </div>`
          }
        </form>
      </lantern-form>
      ${cursor !== null && html`<p class="pager"><a class="button" href="${urlOf({ ...query, cursor })}">Older</a></p>`}
      ${hasSession && signOut()}`,
  });
}

function urlOf({ replayed: _replayed, failed: _failed, ...query }: DeliveriesQuery): string {
  const entries = Object.entries(query).filter(([, value]) => value !== '');
  const params = entries.map(([name, value]) => [name, value.toWellFormed()]);
  return `/logs/deliveries?${new URLSearchParams(params).toString()}`;
}

function outcome({ replayed, failed }: DeliveriesQuery): Html | false {
  const [queued, refused] = [replayed, failed].map((each) =>
    /^\d{1,3}$/.test(each) ? Number(each) : 0,
  );
  if (!queued && !refused) return false;
  return notice(
    refused ? 'warn' : 'good',
    html`${count(queued ?? 0, 'delivery is', 'deliveries are')} queued to be processed again.
    ${
      refused
        ? html`${count(refused, 'delivery', 'deliveries')} could not be replayed: still in progress,
          or the body was not stored.`
        : ''
    }`,
  );
}

function rejected({ rejections, time }: View): Html | false {
  if (rejections.length === 0) return false;
  const lines = rejections.map(
    ({ timestamp, repository, message }) =>
      html`<li>
        ${time(timestamp)} ${repository !== null && visibleText(repository)} ${visibleText(message)}
      </li>`,
  );
  return notice(
    'warn',
    html`<details>
      <summary>Rejected requests, the latest at ${time(rejections[0]?.timestamp ?? '')}</summary>
      <ul>
        ${lines}
      </ul>
      <a href="/logs?event_type=${rejectedEvent}">Show all in the log</a>
    </details>`,
  );
}

function filterForm(query: DeliveriesQuery): Html {
  const input = (name: 'event' | 'repository' | 'pr_number', label: string) =>
    field('deliveries', { name, label, value: query[name], literal: true });
  const options = Object.entries(states).map(([value, label]) => ({ value, label }));
  return html`<form
    class="log-filters log-filter-row"
    method="get"
    action="/logs/deliveries"
    role="search"
  >
    ${choice('deliveries', {
      name: 'state',
      label: 'State',
      value: query.state,
      options: [{ value: '', label: 'All' }, ...options],
    })}
    ${input('repository', 'Repository')} ${input('event', 'Event')} ${input('pr_number', 'PR #')}
    <div class="log-submit">
      <button class="button">Apply</button>
      <a class="button quiet" href="/logs/deliveries">Reset</a>
    </div>
  </form>`;
}

function list(view: View): Html {
  const { deliveries, time } = view;
  return table({
    caption: 'Deliveries, newest first',
    rows: deliveries,
    id: ({ repository, id }) => `${repository} ${id}`,
    empty: nothing(view),
    columns: [
      {
        label: 'Select',
        cell: (line) =>
          html`<input
            type="checkbox"
            class="delivery-select"
            name="${`id.${line.id}`}"
            value="true"
            aria-label="${`Select ${eventText(line.event, line.action)} of ${line.repository}`}"
          />`,
      },
      {
        label: 'Event',
        kind: 'heading',
        cell: ({ id, event, action }) =>
          html`<a href="${deliveryUrl(id)}">${visibleText(eventText(event, action))}</a>`,
      },
      { label: 'Repository', sort: 'text', cell: ({ repository }) => visibleText(repository) },
      {
        label: 'PR',
        sort: 'number',
        value: ({ pr_number: number }) => number ?? '',
        cell: ({ pr_number: number, repository }) =>
          number === null ? '–' : html`<a href="${pullUrl(number, repository)}">#${number}</a>`,
      },
      {
        label: 'State',
        cell: ({ state, origin, is_dry_run: isDry }) =>
          html`${stateBadge(state)}
          ${origin === 'replay' && badge('quiet', isDry ? 'dry run' : 'replay')}`,
      },
      { label: 'Received', sort: 'text', cell: ({ received_at }) => time(received_at) },
      {
        label: 'Duration',
        kind: 'number',
        sort: 'number',
        value: ({ duration_ms }) => duration_ms ?? '',
        cell: ({ duration_ms }) => durationText(duration_ms),
      },
    ],
  });
}

function nothing({ query, baseUrl }: View): Html {
  const isFiltered = [query.state, query.event, query.repository, query.pr_number].some(Boolean);
  return isFiltered
    ? emptyState('No delivery matches', html`<p>Remove some filters to see more.</p>`)
    : firstDelivery('No deliveries yet', baseUrl);
}

function signOut(): Html {
  return html`<lantern-form class="script-only" next="/logs">
    <form method="post" action="/logs/api/logout">
      ${formError()}<button class="button quiet">Sign out</button>
    </form>
  </lantern-form>`;
}
