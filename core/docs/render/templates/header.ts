import { html, type Html } from '#core/web/html.ts';
import { icon, mark } from '#core/web/mark.ts';
import { symbol } from './symbols.ts';
import type { SiteView } from '../../site/site-view.ts';

/** Ids of ours hold a capital: a heading's id never does. */
export function header({ name, repositoryUrl }: SiteView, kind: string): Html {
  return html`<header class="top">
    <div class="top-row">
      <a
        class="brand"
        href="index.html"
        ${kind === 'landing' && html`aria-current="page"`}
        title="${name}"
        >${mark()}<span>${name}</span></a
      >
      <div class="tools">
        <button type="button" class="search-button" data-search hidden aria-haspopup="dialog">
          ${symbol('search')}<span>Search</span><kbd>Ctrl K</kbd>
        </button>
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
