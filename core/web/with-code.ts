import { html, type HtmlValue } from './html.ts';

/** Between backticks is code. */
export function withCode(text: string): HtmlValue {
  const parts = text.split('`');
  if (parts.length % 2 === 0) return text;
  return parts.map((part, at) => (at % 2 === 0 ? part : html`<code>${part}</code>`));
}
