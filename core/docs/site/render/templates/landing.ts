import { count } from '#core/text/count.ts';
import { html, type Html, trustedHtml } from '#core/web/html.ts';
import { withCode } from '#core/web/with-code.ts';
import type { ListedGroup, ListedPage, ShownFace, SiteView } from '../../site-view.ts';
import { siteDocument } from './document.ts';
import { symbol } from './symbols.ts';

/** A group lists so many pages at once; the rest unfolds. */
const shownAtOnce = 8;

/** `index.html`: the project's own face, and all there is to read as a path. */
export function landingDocument(site: SiteView): string {
  const { name, tagline, face, groups } = site;
  const hasCode = Boolean(face?.install ?? face?.sample);
  const descriptions = distinctDescriptions(site);
  return siteDocument({
    site,
    description: tagline || `Documentation of ${name}`,
    kind: 'landing',
    scripts: hasCode ? ['copy', 'codelabels'] : [],
    body: html`<main id="Main" tabindex="-1">
      <section class="hero">
        <div class="hero-text">
          ${face?.picture && html`<img class="logo" src="${face.picture}" alt="" />`}
          <h1>${name}</h1>
          ${tagline !== '' && html`<p class="tagline">${withCode(tagline)}</p>`}
          ${
            face?.install &&
            html`<div class="highlight install">
              <pre
                tabindex="0"
                role="group"
                aria-label="Install command"
              ><code>${face.install}</code></pre>
            </div>`
          }
          ${actions(site)}
        </div>
        ${face?.sample && sampleFigure(face.sample)}
      </section>
      <section class="path" id="All" aria-label="All pages">
        ${groups.map((group, at) => card(group, at, descriptions))}
      </section>
    </main>`,
  });
}

function actions({ pages, repositoryUrl, face }: SiteView): Html {
  const [first] = pages;
  const version =
    typeof face?.version === 'string' && html`<span class="version">v${face.version}</span>`;
  return html`<p class="actions">
    ${
      first &&
      html`<a class="call" href="${`${first.slug}.html`}">Start reading${symbol('forth')}</a>`
    }
    ${
      repositoryUrl === null
        ? version
        : html`<a class="call quiet" href="${repositoryUrl}" rel="noopener noreferrer"
            >${symbol('branch')}Repository${version}</a
          >`
    }
  </p>`;
}

function sampleFigure({ markup, path, line, url }: NonNullable<ShownFace['sample']>): Html {
  const place = html`<code>${`${path}:${line}`}</code>`;
  return html`<figure class="sample">
    ${trustedHtml(markup)}
    <figcaption>
      From ${url === null ? place : html`<a href="${url}" rel="noopener noreferrer">${place}</a>`}
    </figcaption>
  </figure>`;
}

type Descriptions = ReadonlyMap<ListedPage, string>;

function card({ title, pages }: ListedGroup, at: number, descriptions: Descriptions): Html {
  // One more line takes no more room than the line that would say so.
  const shown = pages.length > shownAtOnce + 1 ? pages.slice(0, shownAtOnce) : pages;
  const hidden = pages.slice(shown.length);
  const id = `All-${at + 1}`;
  return html`<section class="card" id="${id}" aria-labelledby="${`${id}-title`}">
    <h2 id="${`${id}-title`}">
      <span class="step" aria-hidden="true">${at + 1}</span>${title}
      <span class="count">${count(pages.length, 'page')}</span>
    </h2>
    <div>
      ${list(shown, descriptions)}
      ${
        hidden.length > 0 &&
        html`<details>
          <summary>${hidden.length} more in ${title}</summary>
          ${list(hidden, descriptions)}
        </details>`
      }
    </div>
  </section>`;
}

function list(pages: ListedGroup['pages'], descriptions: Descriptions): Html {
  return html`<ul>
    ${pages.map((page) => {
      const description = descriptions.get(page) ?? '';
      return html`<li>
        <a href="${`${page.slug}.html`}"
          ><strong>${page.title}</strong
          >${description !== '' && html`<span>${withCode(description)}</span>`}</a
        >
      </li> `;
    })}
  </ul>`;
}

/** Without those that say what is written above already. */
function distinctDescriptions({ name, tagline, pages }: SiteView): Descriptions {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  const earlierTexts = new Set([plain(name), plain(tagline)]);
  const distinct = new Map<ListedPage, string>();
  for (const page of pages) {
    const words = plain(page.description);
    if (earlierTexts.has(words) || words === plain(page.title)) continue;
    earlierTexts.add(words);
    distinct.set(page, page.description);
  }
  return distinct;
}
