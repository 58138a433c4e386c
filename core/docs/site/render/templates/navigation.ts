import { html, type Html } from '#core/web/html.ts';
import { icon } from '#core/web/mark.ts';
import type { ListedGroup, ListedPage, SiteView } from '../../site-view.ts';
import { symbol } from './symbols.ts';

/** Up to here every page lists all pages; beyond, its own group's only. */
const smallSite = 120;
/** How many neighbours of a long list are shown in each direction. */
const reach = 24;

/** The sidebar. On narrow screens it is a popover, which needs no script. */
export function navigation(site: SiteView, current: ListedPage | undefined): Html {
  const isSmall = site.pages.length <= smallSite;
  const groups = around(site.groups, isSmall ? undefined : (current?.group ?? 0));
  return html`<nav class="side" id="Navigation" popover aria-label="Pages">
    <div class="side-top">
      <span>${site.name}</span>
      <button type="button" popovertarget="Navigation" popovertargetaction="hide">
        ${icon('close')}Close
      </button>
    </div>
    <div class="side-inner">
      <a class="side-home" href="index.html">Home</a>
      ${moreLink(groups.before, 'groups')}
      ${groups.shown.map(({ value: group, at }) =>
        isSmall || at === current?.group
          ? openGroup(group, at, current, isSmall)
          : html`<p class="side-group">
              <a href="${`${group.pages[0]?.slug ?? 'index'}.html`}">${group.title}</a>
              <span class="count">${group.pages.length}</span>
            </p>`,
      )}
      ${moreLink(groups.after, 'groups')}
      ${
        site.repositoryUrl !== null &&
        html`<a class="side-repository" href="${site.repositoryUrl}" rel="noopener noreferrer"
          >${symbol('branch')}Repository</a
        >`
      }
    </div>
  </nav>`;
}

function openGroup(
  group: ListedGroup,
  at: number,
  current: ListedPage | undefined,
  isSmall: boolean,
): Html {
  const position = current && current.group === at ? group.pages.indexOf(current) : 0;
  const pages = around(group.pages, isSmall ? undefined : position);
  const id = `Group-${at + 1}`;
  return html`<p class="side-group" id="${id}">${group.title}</p>
    <ul aria-labelledby="${id}">
      ${pages.before > 0 && html`<li>${moreLink(pages.before, 'pages', at)}</li>`}
      ${pages.shown.map(
        ({ value: page }) =>
          html`<li>
            <a href="${`${page.slug}.html`}" ${page === current && html`aria-current="page"`}
              >${page.title}</a
            >
          </li> `,
      )}
      ${pages.after > 0 && html`<li>${moreLink(pages.after, 'pages', at)}</li>`}
    </ul>`;
}

function moreLink(count: number, what: string, group?: number): Html | false {
  if (count === 0) return false;
  const place = group === undefined ? 'All' : `All-${group + 1}`;
  return html`<a class="side-more" href="${`index.html#${place}`}">${count} more ${what}</a>`;
}

interface Window<Value> {
  readonly before: number;
  readonly shown: readonly { readonly value: Value; readonly at: number }[];
  readonly after: number;
}

/** The neighbours of a place in a list that is too long to be shown whole. */
function around<Value>(list: readonly Value[], place: number | undefined): Window<Value> {
  const all = list.map((value, at) => ({ value, at }));
  if (place === undefined || list.length <= 2 * reach + 10) {
    return { before: 0, shown: all, after: 0 };
  }
  const from = Math.max(0, Math.min(place - reach, list.length - 2 * reach));
  const shown = all.slice(from, from + 2 * reach);
  return { before: from, shown, after: list.length - from - shown.length };
}
