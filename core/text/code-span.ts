/** Text of a stranger as code in markdown, on one line: it mentions no one and makes no link
 * (CommonMark 0.31, 6.1). */
export function codeSpan(text: string): string {
  const line = text.replaceAll(/\s*[\r\n]+\s*/g, ' ');
  const runs = line.match(/`+/g) ?? [];
  if (runs.length === 0) return `\`${line}\``;
  const fence = '`'.repeat(Math.max(...runs.map(({ length }) => length)) + 1);
  return `${fence} ${line} ${fence}`;
}

/** The same for several lines. */
export function codeBlock(language: string, text: string): string {
  const runs = text.match(/`{3,}/g) ?? [];
  const fence = '`'.repeat(Math.max(2, ...runs.map(({ length }) => length)) + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
