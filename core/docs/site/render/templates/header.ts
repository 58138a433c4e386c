import { html, type Html } from '#core/web/html.ts';
import { icon } from '#core/web/mark.ts';
import { symbol } from './symbols.ts';
import type { SiteView } from '../../site-view.ts';

export interface HeaderContent {
  readonly kind: string;
  /** Whether the page has a table of contents. */
  readonly hasContents: boolean;
}

/** Ids of ours hold a capital: a heading's id never does. */
export function header({ name, repositoryUrl }: SiteView, content: HeaderContent): Html {
  const { kind, hasContents } = content;
  return html`<header class="top">
    <div class="top-row">
      ${
        kind === 'page' &&
        html`<button type="button" class="tool menu-button" popovertarget="Navigation">
          ${symbol('menu')}<span class="visually-hidden">Menu</span>
        </button>`
      }
      <a
        class="brand"
        href="index.html"
        ${kind === 'landing' && html`aria-current="page"`}
        title="${name}"
        ><span>${name}</span></a
      >
      <div class="tools">
        <button type="button" class="search-button" data-search hidden aria-haspopup="dialog">
          ${symbol('search')}<span>Search</span><kbd>Ctrl K</kbd>
        </button>
        ${
          hasContents &&
          html`<button type="button" class="tool contents-button" popovertarget="Contents">
            ${symbol('contents')}<span class="tool-label">On this page</span>
          </button>`
        }
        ${repositoryUrl !== null && repositoryLink(repositoryUrl)}
        <button type="button" class="tool theme" data-theme-switch hidden>
          ${icon('sun')}${icon('moon')}${icon('screen')}<span class="visually-hidden"
            >Theme: system</span
          >
        </button>
      </div>
    </div>
  </header>`;
}

function repositoryLink(url: string): Html {
  return html`<a class="tool repository" href="${url}" rel="noopener noreferrer" data-repository>
    ${symbol('branch')}<span class="tool-label">Repository</span
    ><span class="stars" data-stars hidden></span>
  </a>`;
}
