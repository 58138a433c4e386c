/** The line of a place in a text, from 1. Most questions are about places further down. */
export function lineFinder(text: string): (index: number) => number {
  let [line, at] = [1, 0];
  return (index) => {
    if (index < at) [line, at] = [1, 0];
    for (; at < index; at++) if (text.charCodeAt(at) === 10) line++;
    return line;
  };
}

/** Without the indentation that all lines share. */
export function dedent(lines: readonly string[]): string[] {
  const indents = lines.flatMap((line) => (line.trim() === '' ? [] : [line.search(/\S/)]));
  const least = indents.reduce((a, b) => Math.min(a, b), Infinity);
  return lines.map((line) => line.slice(least));
}

/** Without empty lines at the start and the end. */
export function trimmed(lines: readonly string[]): string[] {
  const start = lines.findIndex((line) => line.trim() !== '');
  const end = lines.findLastIndex((line) => line.trim() !== '');
  return start === -1 ? [] : lines.slice(start, end + 1);
}
