import { html, type Html } from '#core/web/html.ts';
import { badge, live, progress } from '#core/web/parts/feedback.ts';
import { table } from '#core/web/parts/table.ts';

export interface ServiceView {
  readonly name: string;
  readonly purpose: string;
  /** Where people open it; absent for a service that has no page. */
  readonly url?: string;
  readonly healthUrl: string;
  readonly health: 'up' | 'down';
  /** How long the health check took. */
  readonly milliseconds?: number;
}

const states = {
  up: { tone: 'good', text: 'Up' },
  down: { tone: 'bad', text: 'Down' },
} as const;

/** The server asks the services, so this region is renewed from the page's own address: another
 * origin's health would need a hole in the policy. */
export function servicesTable(services: readonly ServiceView[]): Html {
  const up = services.filter(({ health }) => health === 'up').length;
  return live(
    'services',
    html`<div class="section-heading">
        <div>
          <h2 id="services-title">Services</h2>
          <p>The other services, and whether they respond right now.</p>
        </div>
        ${progress('Services that answer', {
          value: up,
          max: services.length,
          text: `${up} of ${services.length} services respond`,
        })}
      </div>
      ${table({
        caption: 'Services and their health',
        rows: services,
        id: ({ name }) => name,
        ...(services.length > 8 && { filter: 'Filter services' }),
        empty: html``,
        columns: [
          {
            label: 'Service',
            kind: 'heading',
            sort: 'text',
            value: ({ name }) => name,
            cell: ({ name, url }) =>
              url === undefined ? name : html`<a href="${url}">${name}</a>`,
          },
          { label: 'Purpose', cell: ({ purpose }) => purpose },
          {
            label: 'Health',
            sort: 'text',
            cell: ({ health }) => badge(states[health].tone, states[health].text),
          },
          {
            label: 'Answer',
            kind: 'number',
            sort: 'number',
            value: ({ milliseconds }) => milliseconds ?? '',
            cell: ({ milliseconds }) => (milliseconds === undefined ? '–' : `${milliseconds} ms`),
          },
          {
            label: 'Actions',
            kind: 'actions',
            cell: ({ name, healthUrl }) =>
              html`<a class="button quiet" href="${healthUrl}"
                >Health<span class="visually-hidden"> of ${name}</span></a
              >`,
          },
        ],
      })} `,
    { seconds: 10, source: '/?part=services' },
  );
}
