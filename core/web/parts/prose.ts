import { resolveLinks } from '#core/text/markdown/finish.ts';
import { isTooHard, renderMarkdown } from '#core/text/markdown/markdown.ts';
import { withoutReversing } from '#core/text/reversing.ts';
import { html, trustedHtml, type Html } from '../html.ts';

/** Longer or deeply nested text is shown as it is: rendering would hold up other requests. */
const maxLength = 20_000;

/** Markdown of a model or a person. Headings become bold paragraphs, because ids and levels belong to
 * the page; relative links become text. */
export function prose(markdown: string): Html {
  if (markdown.length > maxLength || isTooHard(markdown)) {
    return html`<pre class="snippet" tabindex="0">${markdown}</pre>`;
  }
  const { html: markup } = renderMarkdown(markdown);
  const settled = withoutReversing(resolveLinks(markup, () => undefined));
  // In our own markup every `<` begins a tag.
  const flat = settled
    .replace(/<h[1-6](?: [^>]*)?>/g, '<p class="prose-heading">')
    .replace(/<\/h[1-6]>/g, '</p>')
    .replace(/<(\/?)aside/g, '<$1div');
  return html`<div class="prose">${trustedHtml(flat)}</div>`;
}
