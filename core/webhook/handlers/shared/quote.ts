// Titles, names and branches come from strangers: in a comment or a check they are code, so that
// they mention no people, link to nothing and hold no HTML.

const longest = 200;

/** A code span of GitHub's markdown (CommonMark 0.31, 6.1) on one line. */
export function quote(text: string): string {
  const line = text
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed();
  if (line === '') return '` `';
  const runs = line.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(0, ...runs.map(({ length }) => length)) + 1);
  const gap = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${gap}${line}${gap}${fence}`;
}

/** People without a mention: it would notify them of every check. */
export function quoteAll(names: Iterable<string>, most = 10): string {
  const all = [...names];
  const shown = all.slice(0, most).map(quote).join(', ');
  return all.length > most ? `${shown} and ${all.length - most} more` : shown;
}
