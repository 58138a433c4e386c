/** Text of a stranger as code in markdown, on one line: it mentions no one and makes no link
 * (CommonMark 0.31, 6.1). */
export function codeSpan(text: string): string {
  const line = joinedLines(text);
  const longest = longestRun(line);
  if (longest === 0) return `\`${line}\``;
  const fence = '`'.repeat(longest + 1);
  return `${fence} ${line} ${fence}`;
}

/** The same for several lines. */
export function codeBlock(language: string, text: string): string {
  const fence = '`'.repeat(Math.max(2, longestRun(text)) + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Each end of a line, with the blanks around it, is one space. */
export function joinedLines(text: string): string {
  return text.replaceAll(/\s+/g, (blanks) => (/[\r\n]/.test(blanks) ? ' ' : blanks));
}

/** The length of the longest run of backticks. */
function longestRun(text: string): number {
  const runs = text.match(/`+/g) ?? [];
  return runs.reduce((most, { length }) => Math.max(most, length), 0);
}
