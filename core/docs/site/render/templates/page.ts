import { html, type Html, trustedHtml } from '#core/web/html.ts';
import type { Heading, ListedPage, SiteView } from '../../site-view.ts';
import { earlierFile } from '../../earlier-pages.ts';
import { siteDocument } from './document.ts';
import { navigation } from './navigation.ts';
import { symbol } from './symbols.ts';

export interface PageContent {
  readonly slug: string;
  /** The renderer's, links settled: it is markup already. */
  readonly html: string;
  readonly headings: readonly Heading[];
  /** Null: the page is of no single document of the repository. */
  readonly editUrl?: string | null | undefined;
  /** The last good version of a page that failed; its own text is in `<slug>.earlier.md`. */
  readonly isEarlier?: boolean;
}

/** From this length on, the style lets the browser lay out what comes near: a reference of 400 headings
 * opens as fast as a short page. */
const longArticle = 60_000;

/** The document of one page. It depends on the plan and the page's own text, on nothing else. */
export function pageDocument(site: SiteView, content: PageContent): string {
  const page = site.bySlug.get(content.slug);
  if (!page) throw new Error(`The plan has no page "${content.slug}"`);
  const previous = site.pages[page.number - 1];
  const next = site.pages[page.number + 1];
  const contents = tableOfContents(content.headings);
  const markdown = content.isEarlier ? earlierFile(page.slug) : `${page.slug}.md`;
  const hasTitle = content.headings.some(({ depth }) => depth === 1);
  return siteDocument({
    site,
    title: page.title,
    description: page.description || site.tagline || page.title,
    kind: 'page',
    hasContents: contents !== false,
    scripts: ['copy', 'callouts', 'codelabels', 'scrollspy', 'commit'],
    head: html`<link rel="alternate" type="text/markdown" href="${markdown}" />
      ${previous && html`<link rel="prev" href="${`${previous.slug}.html`}" />`}
      ${next && html`<link rel="next" href="${`${next.slug}.html`}" />`}`,
    body: html`<div class="frame">
      ${navigation(site, page)}
      <main id="Main" tabindex="-1">
        <div class="page-top">
          ${breadcrumbs(site, page)} ${!content.isEarlier && pageActions(page)}
        </div>
        <article class="${content.html.length >= longArticle ? 'prose long' : 'prose'}">
          ${!hasTitle && html`<h1>${page.title}</h1>`} ${trustedHtml(content.html)}
        </article>
        ${content.editUrl && editLink(content.editUrl)} ${neighbours(previous, next)}
      </main>
      ${contents}
    </div>`,
  });
}

function breadcrumbs(site: SiteView, page: ListedPage): Html {
  const group = site.groups[page.group];
  return html`<nav class="crumbs" aria-label="Breadcrumbs">
    <ol>
      <li><a href="index.html">${site.name}</a></li>
      <li><a href="${`index.html#All-${page.group + 1}`}">${group?.title ?? ''}</a></li>
      <li><span aria-current="page">${page.title}</span></li>
    </ol>
  </nav>`;
}

/** The page's Markdown, to give to an assistant, and where an assistant finds all pages. The script
 * that copies shows the button. */
function pageActions({ slug, number }: ListedPage): Html {
  return html`<p class="page-actions">
    <button type="button" data-copy-page="${number}" hidden>
      <span data-label>Copy page</span><span class="visually-hidden"> as Markdown</span>
    </button>
    <a href="${`${slug}.md`}" type="text/markdown">View as Markdown</a>
    <a href="llms.txt" type="text/plain">For assistants</a>
  </p>`;
}

function editLink(url: string): Html {
  return html`<p class="page-end">
    <a href="${url}" rel="noopener noreferrer">Edit this page</a>
  </p>`;
}

function tableOfContents(headings: readonly Heading[]): Html | false {
  const entries = headings.filter(({ depth }) => depth === 2 || depth === 3);
  if (entries.length === 0) return false;
  return html`<nav class="contents" id="Contents" popover aria-labelledby="Contents-title">
    <p class="contents-title" id="Contents-title">On this page</p>
    <ul>
      ${entries.map(
        ({ depth, id, text }) =>
          html`<li class="${`depth-${depth}`}"><a href="${`#${id}`}">${text}</a></li> `,
      )}
    </ul>
  </nav>`;
}

function neighbours(previous: ListedPage | undefined, next: ListedPage | undefined): Html {
  return html`<nav class="neighbours" aria-label="Previous and next page">
    ${
      previous &&
      html`<a class="previous" rel="prev" href="${`${previous.slug}.html`}"
        ><span>${symbol('back')}Previous</span><strong>${previous.title}</strong></a
      >`
    }
    ${
      next &&
      html`<a class="next" rel="next" href="${`${next.slug}.html`}"
        ><span>Next${symbol('forth')}</span><strong>${next.title}</strong></a
      >`
    }
  </nav>`;
}
