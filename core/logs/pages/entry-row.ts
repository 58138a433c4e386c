import type { PlacedEntry } from '#core/platform/ports/logs.ts';
import { html, type Html } from '#core/web/html.ts';
import { visibleText } from '../text/visible-text.ts';

/** The columns of the list. */
const columns = ['Level', 'Repository', 'Event', 'Message'];

export function listHead(zone: string): Html {
  return html`<div role="rowgroup" class="log-head">
    <div role="row" aria-rowindex="1">
      <span role="columnheader">Time (${zone})</span>
      ${columns.map((label) => html`<span role="columnheader">${label}</span>`)}
    </div>
  </div>`;
}

/** A row of the list. Without an entry: the template that the script fills. */
export function entryRow(
  entry: PlacedEntry | undefined,
  time: (time: string) => string,
  { selected, open = selected }: { selected?: boolean; open?: boolean } = {},
): Html {
  const text = visibleText(entry?.message ?? '');
  const { repository = null, pr_number = null, level = '', event_type = null } = entry ?? {};
  const place = `${repository ?? ''}${pr_number === null ? '' : ` #${pr_number}`}`;
  return html`<div
    class="log-row"
    role="row"
    data-level="${level}"
    ${entry && html`id="entry-${entry.cursor}"`}
    ${selected && html`aria-current="true"`}
  >
    <span role="cell" class="log-time"
      ><a data-part="time" href="${entry ? `/logs?entry=${entry.cursor}` : ''}"
        >${entry && time(entry.timestamp)}</a
      ></span
    >
    <span role="cell" class="log-level" data-part="level">${visibleText(level)}</span>
    <span role="cell" class="log-place" data-part="place">${visibleText(place)}</span>
    <span role="cell" class="log-event" data-part="event">${visibleText(event_type ?? '')}</span>
    <span role="cell" class="log-message" data-part="message">${text}</span>
    ${(open || !entry) && entryDetail(entry, text)}
  </div>`;
}

/** The facts of an open entry, in this order. */
const facts = {
  hook_id: 'Hook ID',
  repository: 'Repository',
  pr_number: 'PR #',
  event_type: 'Event',
  scm_user: 'User',
  level: 'Level',
  task_id: 'Step',
  task_status: 'Step status',
  token_spend: 'Token spend',
  logger_name: 'Logger',
} as const;

function entryDetail(entry: PlacedEntry | undefined, text: string): Html {
  const names = Object.keys(facts) as (keyof typeof facts)[];
  return html`<div role="cell" class="log-detail" data-part="detail">
    <lantern-copy label="the entry">
      <code class="visually-hidden" aria-hidden="true" data-part="line">${text}</code>
      <pre data-part="text" tabindex="0" role="group" aria-label="Message">${text}</pre>
    </lantern-copy>
    <dl class="log-facts">
      ${names
        .filter((name) => !entry || entry[name] !== null)
        .map(
          (name) =>
            html`<div data-fact="${name}">
              <dt>${facts[name]}</dt>
              <dd>
                <span data-part="value">${visibleText(String(entry?.[name] ?? ''))}</span>
                ${!entry && name in narrowing && narrowLinks()}
              </dd>
            </div>`,
        )}
    </dl>
    <p class="row-actions">
      <a
        class="button"
        data-part="around"
        href="${entry ? `/logs?entry=${entry.cursor}#entry-${entry.cursor}` : ''}"
        >Surrounding entries</a
      >
      ${
        (!entry || entry.hook_id !== null) &&
        html`<a
          class="button"
          data-part="delivery"
          href="${entry ? `/logs/deliveries/${encodeURIComponent(entry.hook_id ?? '')}` : ''}"
          >Flow of the delivery</a
        >`
      }
    </p>
  </div>`;
}

/** Facts that are also filters. */
const narrowing: Readonly<Record<string, true>> = {
  hook_id: true,
  repository: true,
  pr_number: true,
  event_type: true,
  scm_user: true,
  level: true,
};

function narrowLinks(): Html {
  return html`<a data-narrow="" href="">only</a> <a data-narrow="not_" href="">exclude</a>`;
}
