import { html, type Html } from '#core/web/html.ts';
import { mark } from '#core/web/mark.ts';
import type { ListedGroup, SiteView } from '../../site/site-view.ts';
import { siteDocument } from './document.ts';
import { symbol } from './symbols.ts';

/** A card lists so many pages at once; the rest unfolds. */
const shownAtOnce = 8;

/** `index.html`: what this is about, and all there is to read. */
export function landingDocument(site: SiteView): string {
  const first = site.pages[0];
  return siteDocument({
    site,
    description: site.tagline || `Documentation of ${site.name}`,
    kind: 'landing',
    scripts: [],
    body: html`<main id="Main" tabindex="-1">
      <section class="hero">
        <div class="hero-mark">${mark()}</div>
        <h1>${site.name}</h1>
        ${site.tagline !== '' && html`<p class="tagline">${site.tagline}</p>`}
        <p class="actions">
          ${
            first &&
            html`<a class="call" href="${`${first.slug}.html`}">Start reading${symbol('forth')}</a>`
          }
          <button type="button" class="call quiet" data-search hidden aria-haspopup="dialog">
            ${symbol('search')}Search<kbd>Ctrl K</kbd>
          </button>
        </p>
      </section>
      <section class="groups" id="All" aria-label="All pages">
        ${site.groups.map((group, at) => card(group, at))}
      </section>
    </main>`,
  });
}

function card({ title, pages }: ListedGroup, at: number): Html {
  // One more line takes no more room than the line that would say so.
  const shown = pages.length > shownAtOnce + 1 ? pages.slice(0, shownAtOnce) : pages;
  const hidden = pages.slice(shown.length);
  return html`<section
    class="card"
    id="${`All-${at + 1}`}"
    aria-labelledby="${`All-${at + 1}-title`}"
  >
    <h2 id="${`All-${at + 1}-title`}">
      ${title} <span class="count" aria-label="${plural(pages.length)}">${pages.length}</span>
    </h2>
    ${list(shown)}
    ${
      hidden.length > 0 &&
      html`<details>
        <summary>${hidden.length} more in ${title}</summary>
        ${list(hidden)}
      </details>`
    }
  </section>`;
}

function list(pages: ListedGroup['pages']): Html {
  return html`<ul>
    ${pages.map(
      ({ slug, title, description }) =>
        html`<li>
          <a href="${`${slug}.html`}"
            ><strong>${title}</strong>${description !== '' && html`<span>${description}</span>`}</a
          >
        </li> `,
    )}
  </ul>`;
}

function plural(count: number): string {
  return count === 1 ? '1 page' : `${count} pages`;
}
