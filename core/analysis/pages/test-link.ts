import { html, type HtmlValue } from '#core/web/html.ts';
import { testUrl } from './urls.ts';

/** A test's name, leading to its history. Addresses cannot hold an empty name, `.` and `..`. */
export function testLink(name: string): HtmlValue {
  const shown = name.toWellFormed();
  if (/^\.{0,2}$/.test(shown)) return shown || '(no name)';
  return html`<a href="${testUrl(shown)}">${shown}</a>`;
}
