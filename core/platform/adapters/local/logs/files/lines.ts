import { readSync } from 'node:fs';

export interface Line {
  readonly start: number;
  /** Where the next line begins. */
  readonly end: number;
  /** Without the newline. Valid until the next line is read. */
  readonly bytes: Buffer;
  /** False: the file ends without a newline. */
  readonly isEnded: boolean;
}

const chunkBytes = 256 * 1024;
/** Only the beginning of a longer line is read. */
export const maxLineBytes = 16 * 1024 * 1024;

/** Lines of an open file from a position to its end. */
export function* linesOf(file: number, from: number): Generator<Line> {
  const chunk = Buffer.allocUnsafeSlow(chunkBytes);
  let parts: Buffer[] = [];
  let length = 0;
  let start = from;
  let at = from;
  const joined = (last: Buffer) => {
    if (length >= maxLineBytes) return Buffer.concat(parts);
    return parts.length === 0 ? last : Buffer.concat([...parts, last]);
  };
  for (;;) {
    const bytes = chunk.subarray(0, readSync(file, chunk, 0, chunkBytes, at));
    if (bytes.length === 0) break;
    let begin = 0;
    for (let end; (end = bytes.indexOf(10, begin)) !== -1; begin = end + 1) {
      const next = at + end + 1;
      yield { start, end: next, bytes: joined(bytes.subarray(begin, end)), isEnded: true };
      parts = [];
      length = 0;
      start = next;
    }
    const rest = bytes.subarray(begin);
    if (rest.length > 0 && length < maxLineBytes) {
      parts.push(Buffer.from(rest));
      length += rest.length;
    }
    at += bytes.length;
  }
  if (at > start) yield { start, end: at, bytes: joined(Buffer.alloc(0)), isEnded: false };
}
