import type { Block } from './line-blocks.ts';

export interface Line {
  /** The place of its first byte in the file. */
  readonly at: number;
  readonly bytes: Buffer;
  /** Its bytes as text; present when a pattern was looked for. */
  readonly latin1?: string;
}

/** The lines of a block in which the pattern occurs; without a pattern all. Empty lines are left
 * out. */
export function* matchingLines({ at, bytes }: Block, pattern?: RegExp): Iterable<Line> {
  if (!pattern) {
    yield* allLines({ at, bytes });
    return;
  }
  const text = bytes.toString('latin1');
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const start = text.lastIndexOf('\n', match.index) + 1;
    const newline = text.indexOf('\n', match.index);
    const end = newline === -1 ? text.length : newline;
    yield { at: at + start, bytes: bytes.subarray(start, end), latin1: text.slice(start, end) };
    pattern.lastIndex = end + 1;
  }
}

function* allLines({ at, bytes }: Block): Iterable<Line> {
  for (let start = 0; start < bytes.length;) {
    const newline = bytes.indexOf(10, start);
    const end = newline === -1 ? bytes.length : newline;
    if (end > start) yield { at: at + start, bytes: bytes.subarray(start, end) };
    start = end + 1;
  }
}
