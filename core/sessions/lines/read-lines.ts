/** Longer lines are skipped as malformed: parsing them would take too much memory. */
export const maxLineBytes = 32 * 1024 * 1024;

export interface Block {
  /** The place of the first byte in the file. */
  readonly at: number;
  /** Whole lines; the last one may lack its newline. */
  readonly bytes: Buffer;
}

const newline = 10;

/** Cuts chunks of a file into whole lines, without copying more than the lines at the seams.
 * `onTooLong` is called for each line that is skipped. */
export async function* lineBlocks(
  chunks: AsyncIterable<Uint8Array>,
  onTooLong: () => void,
): AsyncIterable<Block> {
  let rest: Buffer[] = [];
  let length = 0;
  let place = 0;
  let isTooLong = false;

  function* take(piece: Buffer): Iterable<Block> {
    const size = length + piece.length;
    const bytes = rest.length === 0 ? piece : Buffer.concat([...rest, piece], size);
    // One more for the newline.
    if (isTooLong || size > maxLineBytes + 1) onTooLong();
    else yield { at: place, bytes };
    place += size;
    [rest, length, isTooLong] = [[], 0, false];
  }

  for await (const chunk of chunks) {
    let bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const last = bytes.lastIndexOf(newline);
    if (last !== -1 && length > 0) {
      const seam = bytes.indexOf(newline) + 1;
      yield* take(bytes.subarray(0, seam));
      bytes = bytes.subarray(seam);
    }
    const end = bytes.lastIndexOf(newline) + 1;
    if (end > 0) {
      yield { at: place, bytes: bytes.subarray(0, end) };
      place += end;
    }
    const remainder = bytes.subarray(end);
    length += remainder.length;
    isTooLong = length > maxLineBytes;
    if (isTooLong) rest = [];
    // The reader uses its buffer again.
    else if (remainder.length > 0) rest.push(Buffer.from(remainder));
  }
  if (length > 0) yield* take(Buffer.alloc(0));
}

/** Parts of a file that are whole lines, in order: where each begins and ends. */
export type Ranges = Float64Array;

/** What of a block lies in the ranges; without ranges all. */
export function* within(block: Block, ranges?: Ranges): Iterable<Block> {
  if (!ranges) {
    yield block;
    return;
  }
  const { at, bytes } = block;
  for (let next = firstAfter(at, ranges); next < ranges.length; next += 2) {
    const start = Math.max(0, (ranges[next] ?? 0) - at);
    if (start >= bytes.length) return;
    yield { at: at + start, bytes: bytes.subarray(start, (ranges[next + 1] ?? 0) - at) };
  }
}

/** The index of the first range that ends after the place. */
function firstAfter(place: number, ranges: Ranges): number {
  let [low, high] = [0, ranges.length / 2];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges[2 * middle + 1] ?? 0) > place) high = middle;
    else low = middle + 1;
  }
  return 2 * low;
}

/** Whole lines, or one of them without its newline, whose bytes are read as latin1. */
export interface Piece {
  /** The place of the first byte in the file. */
  readonly at: number;
  readonly text: string;
}

export function pieceOf({ at, bytes }: Block): Piece {
  return { at, text: bytes.toString('latin1') };
}

export function bytesOf({ text }: Piece): Buffer {
  return Buffer.from(text, 'latin1');
}

/** The lines in which the pattern occurs; without a pattern all that are not empty. */
export function* matchingLines(
  pieces: Iterable<Piece>,
  pattern: RegExp = /[^\n]/g,
): Iterable<Piece> {
  for (const { at, text } of pieces) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      const start = text.lastIndexOf('\n', match.index) + 1;
      const newline = text.indexOf('\n', match.index);
      const end = newline === -1 ? text.length : newline;
      yield { at: at + start, text: text.slice(start, end) };
      pattern.lastIndex = end + 1;
    }
  }
}

/** Each line that is not empty, and its place in the file. */
export function* linesIn({ at, bytes }: Block): Iterable<Block> {
  for (const line of linesOf(bytes)) {
    yield { at: at + line.byteOffset - bytes.byteOffset, bytes: line };
  }
}

/** Without empty ones. */
export function* linesOf(bytes: Buffer): Iterable<Buffer> {
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(newline, start);
    const stop = end === -1 ? bytes.length : end;
    if (stop > start) yield bytes.subarray(start, stop);
    start = stop + 1;
  }
}
