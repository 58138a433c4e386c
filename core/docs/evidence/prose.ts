/** A piece of a markdown line: text, or a code span with its backticks. */
export interface Piece {
  readonly kind: 'text' | 'code';
  readonly text: string;
}

interface MarkdownLine {
  readonly text: string;
  /** `text` and `code` are outside and inside a fenced code block, `fence` begins or ends one. */
  readonly kind: 'text' | 'code' | 'fence';
  /** Language of the block, in lower case; empty: none. */
  readonly language: string;
}

export function markdownLines(markdown: string): MarkdownLine[] {
  let fence: string | undefined;
  let language = '';
  return markdown.split('\n').map((text) => {
    const [, marks, word = ''] =
      /^\s{0,3}(?:>\s?)*(`{3,}|~{3,})[ \t]*([^\s`{]{0,40})/.exec(text) ?? [];
    if (fence !== undefined) {
      const closes = marks?.startsWith(fence) && text.trim().replace(/^[>\s]*/, '') === marks;
      if (closes) fence = undefined;
      return { text, kind: closes ? 'fence' : 'code', language };
    }
    if (marks === undefined) return { text, kind: 'text', language: '' };
    fence = marks;
    language = word.toLowerCase();
    return { text, kind: 'fence', language };
  });
}

/** Applies the change to every line that is not inside a fenced code block. */
export async function changeProse(
  markdown: string,
  change: (line: string) => Promise<string>,
): Promise<string> {
  const lines: string[] = [];
  for (const { text, kind } of markdownLines(markdown)) {
    lines.push(kind === 'text' ? await change(text) : text);
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
  for (let match = run.exec(line); match; match = run.exec(line)) {
    if (match[0].length === count) return match.index + count;
  }
  return -1;
}
