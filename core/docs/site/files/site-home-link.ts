import { isUtf8 } from 'node:buffer';
import { html } from '#core/web/html.ts';
import type { CachedFile } from './site-cache.ts';
import { symbol } from '../render/templates/symbols.ts';

/** In the header of each document of a site, and in the menu that pages have on a phone. The name of
 * the site, which is before both, is escaped. */
const places: readonly (readonly [place: string, link: string])[] = [
  [
    '<div class="tools">',
    html`<a class="tool sites" href="/docs"
      >${symbol('grid')}<span class="tool-label">All documentation</span></a
    >`.toString(),
  ],
  [
    '<div class="side-inner">',
    html`<a class="side-home side-sites" href="/docs">All documentation</a>`.toString(),
  ],
];
const suffix = '-home';

/** A document of a site with a link to the list of all sites. It stands in served pages only: the
 * files themselves are also read from a disk or an archive, where it would lead nowhere. */
export function withHomeLink(file: CachedFile): CachedFile {
  const { key, body, etag } = file;
  if (!key.endsWith('.html') || !isUtf8(body)) return file;
  const before = Buffer.from(body).toString();
  let text = before;
  for (const [place, link] of places) {
    const at = text.indexOf(place) + place.length;
    if (at >= place.length) text = text.slice(0, at) + link + text.slice(at);
  }
  if (text === before) return file;
  const bytes = Buffer.from(text);
  return { ...file, body: bytes, size: bytes.length, etag: etag + suffix };
}

export function hasHomeLink({ etag }: CachedFile): boolean {
  return etag.endsWith(suffix);
}
