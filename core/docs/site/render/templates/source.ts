import { html, trustedHtml } from '#core/web/html.ts';
import { sitePolicy } from '#core/web/site-policy.ts';
import type { CitedSource } from '../../../evidence/cited-sources.ts';
import { assetUrl, type SiteView } from '../../site-view.ts';

/** A file of the repository, for readers who follow a citation. It lies one folder down. */
export function sourceDocument(site: SiteView, source: CitedSource, lines: string): string {
  const { path } = source;
  const asset = (name: string) => `../${assetUrl(site, `assets/${name}`)}`;
  const pages = site.pages.filter(({ slug }) => source.pages.includes(slug));
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${sitePolicy}" />
        <title>${`${path} · ${site.name}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content="${`The file ${path}, which the documentation cites.`}" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <script src="${asset('theme.js')}"></script>
        <link rel="stylesheet" href="${asset('style.css')}" />
        <link rel="icon" type="image/svg+xml" href="${asset('icon.svg')}" />
        <script defer src="${asset('commit.js')}"></script>
      </head>
      <body class="source">
        <a class="skip" href="#Main">Skip to content</a>
        <header>
          <p class="source-back"><a href="../index.html">${site.name}</a> / Source</p>
          <h1>${path}</h1>
          <p>
            Cited on
            ${pages.map(
              ({ slug, title }, at) =>
                html`${at > 0 && ', '}<a href="${`../${slug}.html`}">${title}</a>`,
            )}.
            <span data-commit hidden>As of commit <code></code>.</span>
          </p>
        </header>
        <main id="Main" tabindex="-1">
          <div class="highlight">
            <pre tabindex="0"><code>${trustedHtml(lines)}</code></pre>
          </div>
        </main>
      </body>
    </html>`.toString();
}
