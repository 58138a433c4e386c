import { html } from '#core/web/html.ts';
import type { CachedFile } from './site-cache.ts';
import { symbol } from '../render/templates/symbols.ts';

/** In the head of each document of a site, before anything that a model wrote. */
const place = '<div class="tools">';
const link = html`<a class="tool" href="/docs"
  >${symbol('contents')}<span class="tool-label">All documentation</span></a
>`.toString();
const suffix = '-home';

/** A document of a site with a link to the list of all sites. It stands in served pages only: the
 * files themselves are also read from a disk or an archive, where it would lead nowhere. */
export function withHomeLink(file: CachedFile): CachedFile {
  const { key, body, etag } = file;
  if (!key.endsWith('.html') || typeof body !== 'string') return file;
  const at = body.indexOf(place) + place.length;
  if (at < place.length) return file;
  const text = body.slice(0, at) + link + body.slice(at);
  return { ...file, body: text, size: Buffer.byteLength(text), etag: etag + suffix };
}

export function hasHomeLink({ etag }: CachedFile): boolean {
  return etag.endsWith(suffix);
}
