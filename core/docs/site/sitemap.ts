import { html } from '#core/web/html.ts';
import type { SiteView } from './site-view.ts';

/**
 * The pages for search engines. The protocol wants absolute addresses, which only the server knows
 * at which somebody asks: it gives its own as `base`. Without one the addresses are relative to
 * the site, for whoever publishes the folder elsewhere.
 */
export function sitemap({ pages }: Pick<SiteView, 'pages'>, base = ''): string {
  const places = ['', ...pages.map(({ slug }) => `${slug}.html`)];
  const entries = places.map(
    (place) => html`<url><loc>${base + (place || (base ? '' : 'index.html'))}</loc></url> `,
  );
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
