import { html, type Html } from '#core/web/html.ts';
import { fold } from '../lines/fold.ts';

/** A text with the first match marked. */
export function marked(text: string, query: string): Html {
  // Not in the mark of a cut.
  const at = fold(text).indexOf(fold(query), text.startsWith('...') ? 3 : 0);
  if (at === -1) return html`${text}`;
  const end = at + query.length;
  return html`${text.slice(0, at)}<mark>${text.slice(at, end)}</mark>${text.slice(end)}`;
}
