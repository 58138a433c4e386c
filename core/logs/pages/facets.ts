import type { PlacedEntry } from '#core/platform/ports/logs.ts';
import { html, type Html } from '#core/web/html.ts';
import { visibleText } from '../text/visible-text.ts';
import { logsUrl, type LogsPageQuery } from './page-query.ts';

const labels = {
  event_type: 'Event',
  repository: 'Repository',
  scm_user: 'Sender',
  level: 'Level',
  task_id: 'Step',
} as const;
type Name = keyof typeof labels;

export interface Facet {
  readonly name: Name;
  /** The most frequent first. */
  readonly values: readonly { readonly value: string; readonly total: number }[];
}

/** More of the newest matches are not counted. */
export const maxCounted = 1_000;
const maxValues = 8;

/** How often each value is in the entries. */
export function facetsOf(entries: readonly PlacedEntry[]): Facet[] {
  return (Object.keys(labels) as Name[]).map((name) => {
    const totals = new Map<string, number>();
    for (const { [name]: value } of entries) {
      if (value !== null) totals.set(value, (totals.get(value) ?? 0) + 1);
    }
    const values = [...totals].map(([value, total]) => ({ value, total }));
    return { name, values: values.sort((one, other) => other.total - one.total) };
  });
}

/** Each value adds itself to the filters. `total`: all matches. */
export function facetLists(facets: readonly Facet[], query: LogsPageQuery, total: number): Html {
  const number = (value: number) => value.toLocaleString('en');
  const where = total > maxCounted ? `the newest ${number(maxCounted)}` : number(total);
  return html`<details class="more log-facets">
    <summary>Narrow down: events, repositories, senders, levels, steps</summary>
    <p>How often each occurs in ${where} of ${number(total)} matches.</p>
    <div class="log-facet-lists">
      ${facets.map(
        ({ name, values }) =>
          html`<div>
            <h3>${labels[name]}</h3>
            <ul>
              ${values
                .slice(0, maxValues)
                .map(
                  ({ value, total: sum }) =>
                    html`<li>${valueLink(name, value, query)} <span>${number(sum)}</span></li>`,
                )}
            </ul>
            ${values.length === 0 && html`<p>None</p>`}
            ${values.length > maxValues && html`<p>and ${values.length - maxValues} more</p>`}
          </div>`,
      )}
    </div>
  </details>`;
}

/** A step is found by its name in the text: without a link where another text is searched for. */
function valueLink(name: Name, value: string, query: LogsPageQuery): Html {
  const change = name === 'task_id' ? { search: `${value}:` } : { [name]: value };
  const isUsed = name === 'task_id' ? query.search !== '' : query[name] === value;
  const text = visibleText(value);
  return isUsed
    ? html`<span class="break">${text}</span>`
    : html`<a class="break" href="${logsUrl(query, change)}">${text}</a>`;
}
