import { html } from '#core/web/html.ts';
import type { CachedFile } from './site-cache.ts';
import { socialPath } from './social-path.ts';

/** The first of a document: text of a model cannot hold a quotation mark in an attribute. */
const place = `content="${socialPath}"`;

/** A document of a site whose picture has an absolute address. */
export function withPictureLink(file: CachedFile, address: string): CachedFile {
  const { body } = file;
  if (typeof body !== 'string') return file;
  const text = body.replace(place, () => html`content="${address}"`.toString());
  return { ...file, body: text, size: Buffer.byteLength(text) };
}
