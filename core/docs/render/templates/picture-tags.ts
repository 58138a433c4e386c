import { html, type Html } from '#core/web/html.ts';
import { socialPath } from '../../site/social-path.ts';
import { socialSize } from '../picture/social-picture.ts';

/** For link previews. They need an absolute address, which only the server knows at which a public
 * site is read: see site-picture-link.ts. */
export function pictureTags(name: string): Html {
  return html`<meta property="og:image" content="${socialPath}" />
    <meta property="og:image:width" content="${socialSize.width}" />
    <meta property="og:image:height" content="${socialSize.height}" />
    <meta property="og:image:alt" content="${`Documentation of ${name}`}" />
    <meta name="twitter:card" content="summary_large_image" />`;
}
