/** Each run of spaces, line ends and control characters is one space; a longer text is cut. */
export function oneLine(text: string, longest: number): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  const shown = line.length > longest ? `${line.slice(0, longest - 1).trimEnd()}…` : line;
  return shown.toWellFormed();
}
