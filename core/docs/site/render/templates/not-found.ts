import { html } from '#core/web/html.ts';
import type { SiteView } from '../../site-view.ts';
import { siteDocument } from './document.ts';
import { symbol } from './symbols.ts';

/** `404.html`, for servers that show a page when there is none. */
export function notFoundDocument(site: SiteView): string {
  return siteDocument({
    site,
    title: 'Page not found',
    description: `This page of ${site.name} does not exist.`,
    kind: 'lost',
    scripts: [],
    head: html`<meta name="robots" content="noindex" />`,
    body: html`<main id="Main" tabindex="-1">
      <section class="hero">
        <p class="lost-number" aria-hidden="true">404</p>
        <h1>Page not found</h1>
        <p class="tagline">
          It may have moved when the documentation was regenerated. The overview lists all pages.
        </p>
        <p class="actions">
          <a class="call" href="index.html">To the overview${symbol('forth')}</a>
          <button type="button" class="call quiet" data-search hidden aria-haspopup="dialog">
            ${symbol('search')}Search<kbd>Ctrl K</kbd>
          </button>
        </p>
      </section>
    </main>`,
  });
}
