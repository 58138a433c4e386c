import { codeSpan } from '#core/text/code-span.ts';

// Titles, names and branches come from strangers: in a comment or a check they are code, so that
// they mention no people, link to nothing and hold no HTML.

const maxLength = 200;

/** A code span on one line, cut. */
export function quote(text: string): string {
  const line = text
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed();
  return codeSpan(line || ' ');
}

/** People without a mention: it would notify them of every check. */
export function quoteAll(names: Iterable<string>, max = 10): string {
  const all = [...names];
  const shown = all.slice(0, max).map(quote).join(', ');
  return all.length > max ? `${shown} and ${all.length - max} more` : shown;
}
