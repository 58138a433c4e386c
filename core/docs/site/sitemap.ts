import { html } from '#core/web/html.ts';
import type { SiteView } from './site-view.ts';

/** The pages for search engines, with addresses below the site: only the server knows the absolute
 * ones, which the protocol wants. */
export function sitemap({ pages }: Pick<SiteView, 'pages'>): string {
  const places = ['index', ...pages.map(({ slug }) => slug)];
  const entries = places.map((place) => html`<url><loc>${place}.html</loc></url> `);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('')}</urlset>
`;
}

/** A rendered sitemap with the address, ending in `/`, at which the site was asked for. */
export function withBase(rendered: string, base: string): string {
  return rendered.replace(/<loc>(.*?)<\/loc>/g, (_, place: string) => {
    return html`<loc>${base}${place === 'index.html' ? '' : place}</loc>`.toString();
  });
}
