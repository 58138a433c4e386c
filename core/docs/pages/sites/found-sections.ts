import { html, type Html } from '#core/web/html.ts';
import { emptyState } from '#core/web/parts/feedback.ts';
import { count } from '#core/text/count.ts';
import type { AllHits } from '../../projects/search-sites.ts';

export interface FoundView extends AllHits {
  readonly q: string;
}

/** The sections that have the words, and the way to the sites that were not searched yet. */
export function foundSections({ q, hits, searched, sites, next }: FoundView): Html {
  const first = (next ?? sites) - searched;
  const part = `${(first + 1).toLocaleString('en')} to ${(first + searched).toLocaleString('en')}`;
  const isAll = searched === sites;
  const place = isAll ? count(sites, 'site') : html`sites ${part} of ${sites.toLocaleString('en')}`;
  return html`<section class="section" aria-labelledby="found-title">
    <h2 id="found-title">${count(hits.length, 'section')} with “${q}” in ${place}</h2>
    ${
      hits.length === 0
        ? emptyState('Nothing found', html`<p>Try fewer or different words.</p>`)
        : html`<ol class="lines" role="list">
            ${hits.map(
              ({ path, title, heading, text, site, owner }) =>
                html`<li>
                  <p>
                    <a href="${path}">${title}${heading !== '' && `: ${heading}`}</a>
                    <span class="muted">${site}${owner !== undefined && `, ${owner}`}</span>
                  </p>
                  <p class="muted break">${text}</p>
                </li>`,
            )}
          </ol>`
    }
    <p class="section project-actions">
      ${next !== null && html`<a class="button" href="${addressFrom(q, next)}">Search the next sites</a>`}
      <a class="button quiet" href="/docs">All sites</a>
    </p>
  </section>`;
}

function addressFrom(q: string, from: number): string {
  return `/docs?${new URLSearchParams({ q, from: String(from) }).toString()}`;
}
