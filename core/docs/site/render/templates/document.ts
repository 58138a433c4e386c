import { html, type Html } from '#core/web/html.ts';
import { sitePolicy } from '#core/web/site-policy.ts';
import { textFont } from '../../assets.ts';
import { assetUrl, type SiteView } from '../../site-view.ts';
import { footer } from './footer.ts';
import { header } from './header.ts';

export interface DocumentContent {
  readonly site: SiteView;
  /** For the window; absent on the landing page. */
  readonly title?: string;
  readonly description: string;
  readonly kind: 'page' | 'landing' | 'lost';
  /** Whether the page has a table of contents. */
  readonly hasContents?: boolean;
  readonly head?: Html;
  /** What lies beside or around the main part. */
  readonly body: Html;
  readonly scripts: readonly string[];
}

/** A whole document of a site. All paths are relative, so that it reads from a folder as well. */
export function siteDocument(content: DocumentContent): string {
  const { site, title, description, kind, hasContents = false, head, body, scripts } = content;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${sitePolicy}" />
        <title>${title === undefined ? site.name : `${title} · ${site.name}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content="${description}" />
        <meta name="color-scheme" content="light dark" />
        <meta name="generator" content="Lantern" />
        ${kind !== 'lost' && previewTags(content)}
        <script
          src="${assetUrl(site, 'assets/theme.js')}"
          data-font="${assetUrl(site, textFont)}"
        ></script>
        <link rel="stylesheet" href="${assetUrl(site, 'assets/style.css')}" />
        <link rel="icon" type="image/svg+xml" href="${assetUrl(site, 'assets/icon.svg')}" />
        ${head}
        ${[...scripts, 'github', 'search'].map(
          (name) => html`<script defer src="${assetUrl(site, `assets/${name}.js`)}"></script> `,
        )}
      </head>
      <body class="${kind}">
        <a class="skip" href="#Main">Skip to content</a>
        ${header(site, { kind, hasContents })} ${body} ${footer(site, kind)}
        <p class="visually-hidden" role="status" id="Announcer"></p>
      </body>
    </html>`.toString();
}

/** For link previews: https://ogp.me. */
function previewTags({ site, title = site.name, description, kind }: DocumentContent): Html {
  return html`<meta property="og:type" content="${kind === 'landing' ? 'website' : 'article'}" />
    <meta property="og:site_name" content="${site.name}" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />
    ${kind === 'landing' && site.face?.logo && html`<meta property="og:image" content="${site.face.logo}" />`}`;
}
