/** A piece of a markdown line: text, or a code span with its backticks. */
export interface Piece {
  readonly kind: 'text' | 'code';
  readonly text: string;
}

/** Applies the change to every line that is not inside a fenced code block. */
export async function changeProse(
  markdown: string,
  change: (line: string) => Promise<string>,
): Promise<string> {
  const lines = markdown.split('\n');
  let fence: string | undefined;
  for (const [at, line] of lines.entries()) {
    const marks = /^\s{0,3}(?:>\s?)*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      const closes = marks?.startsWith(fence) && line.trim().replace(/^[>\s]*/, '') === marks;
      if (closes) fence = undefined;
    } else if (marks !== undefined) fence = marks;
    else lines[at] = await change(line);
  }
  return lines.join('\n');
}

/** Cuts a line into code spans and what lies between them. */
export function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { 0: marks, index } of line.matchAll(/`+/g)) {
    if (index < at) continue;
    const end = closing(line, index + marks.length, marks.length);
    if (end === -1) continue;
    if (index > at) pieces.push({ kind: 'text', text: line.slice(at, index) });
    pieces.push({ kind: 'code', text: line.slice(index, end) });
    at = end;
  }
  if (at < line.length) pieces.push({ kind: 'text', text: line.slice(at) });
  return pieces;
}

/** The end of the run of as many backticks, or -1. */
function closing(line: string, from: number, count: number): number {
  const run = /`+/g;
  run.lastIndex = from;
  for (let found = run.exec(line); found; found = run.exec(line)) {
    if (found[0].length === count) return found.index + count;
  }
  return -1;
}
