import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { html, type Html } from '#core/web/html.ts';
import { inPath } from '../../variant.ts';
import { symbol } from '../render/templates/symbols.ts';
import type { CachedFile } from './site-cache.ts';

/** Another site of the project, or the one that is read. */
export interface SiteLink {
  readonly name: string;
  /** Null: the default branch. */
  readonly branch: string | null;
}

interface Place {
  readonly name: string;
  /** Below the site. */
  readonly path: string;
  /** Undefined: the address does not say it. */
  readonly owner: string | undefined;
}

/** What is added to the documents of a site where they are served: the files themselves are also read
 * from a disk or an archive, and do not change when another site of the project comes. */
export interface ServedLinks {
  /** Changes with the links. */
  readonly id: string;
  /** For the header of each document. */
  readonly header: string;
  /** Below the text of a page. */
  readonly end: string;
}

/** By the list of sites, which is the same one until something changes, and the place. */
const linksBySites = new WeakMap<readonly SiteLink[], Map<string, ServedLinks>>();
const maxPlaces = 2_000;

/** The list of all sites, and what leads to the other sites of the project: to the same page. */
export function servedLinks(
  sites: readonly SiteLink[],
  place: Place,
  script?: string,
): ServedLinks {
  const ofSites = linksBySites.get(sites) ?? new Map<string, ServedLinks>();
  if (ofSites.size >= maxPlaces) ofSites.clear();
  linksBySites.set(sites, ofSites);
  const key = [place.name, place.path, place.owner, script].join('\0');
  const links = ofSites.get(key) ?? makeLinks(sites, place, script);
  ofSites.set(key, links);
  return links;
}

function makeLinks(
  sites: readonly SiteLink[],
  place: Place,
  script: string | undefined,
): ServedLinks {
  const all = html`<a class="tool sites" href="/docs"
    >${symbol('grid')}<span class="tool-label">All documentation</span></a
  >`;
  const header = html`${sites.length > 1 && switcher(sites, place)}${all}`.toString();
  const end = script === undefined ? '' : question(place, script).toString();
  const id = createHash('sha256')
    .update(header + end)
    .digest('base64url')
    .slice(0, 12);
  return { id: `home-${id}`, header, end };
}

/** The script shows it: pages of a site hold no forms. */
function question({ name, path, owner }: Place, script: string): Html {
  const page = `/api/projects/${inPath(name)}/pages/${encodeURIComponent(path.replace(/\.html$/, ''))}`;
  const query = owner === undefined ? '' : `?owner=${encodeURIComponent(owner)}`;
  return html`<div data-useful="${`${page}/useful${query}`}" hidden>
      <p class="page-end" role="group" aria-label="Feedback">
        <span>Was this page useful?</span>
        <button type="button" value="yes">Yes</button>
        <button type="button" value="no">No</button>
        <span role="status"></span>
      </p>
    </div>
    <script src="${script}" type="module"></script>`;
}

/** A list that unfolds without script. */
function switcher(sites: readonly SiteLink[], { name, path, owner }: Place): Html {
  const label = (branch: string | null) => branch ?? 'Default branch';
  const page = path === 'index.html' || path === '404.html' ? '' : path;
  const query = owner === undefined ? '' : `?owner=${encodeURIComponent(owner)}`;
  const current = sites.find((site) => site.name === name)?.branch ?? null;
  return html`<button type="button" class="tool variants-button" popovertarget="Variants">
      ${symbol('tag')}<span class="visually-hidden">Branch or tag: </span
      ><span class="tool-label">${label(current)}</span>
    </button>
    <nav id="Variants" class="variants" popover aria-label="Branches and tags">
      <ul>
        ${sites.map(
          (site) =>
            html`<li>
              <a
                href="${`/docs/${inPath(site.name)}/${encodeURI(page)}${query}`}"
                ${site.name === name && html`aria-current="true"`}
                >${label(site.branch)}</a
              >
            </li>`,
        )}
      </ul>
    </nav>`;
}

/** In the menu that pages have on a phone. */
const menu = html`<a class="side-home side-sites" href="/docs">All documentation</a>`.toString();

/** Only pages have it, after their text. */
const neighbours = '<nav class="neighbours"';

/** The name of the site, which is before both places, is escaped. */
export function withLinks(file: CachedFile, { id, header, end }: ServedLinks): CachedFile {
  const { key, body, etag } = file;
  if (!key.endsWith('.html') || !isUtf8(body)) return file;
  const before = Buffer.from(body).toString();
  let text = before;
  for (const [place, link] of [
    ['<div class="tools">', header],
    ['<div class="side-inner">', menu],
  ] as const) {
    const at = text.indexOf(place) + place.length;
    if (at >= place.length) text = text.slice(0, at) + link + text.slice(at);
  }
  const at = text.lastIndexOf(neighbours);
  if (at !== -1) text = text.slice(0, at) + end + text.slice(at);
  if (text === before) return file;
  const bytes = Buffer.from(text);
  return { ...file, body: bytes, size: bytes.length, etag: `${etag}-${id}` };
}

export function hasLinks({ etag }: CachedFile, { id }: ServedLinks): boolean {
  return etag.endsWith(`-${id}`);
}
