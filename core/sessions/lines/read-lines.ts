/** Longer lines are skipped as malformed: parsing them would take too much memory. */
export const maxLineBytes = 32 * 1024 * 1024;

export interface Block {
  /** The place of the first byte in the file. */
  readonly at: number;
  /** Whole lines; the last one may lack its newline. */
  readonly bytes: Buffer;
}

const newline = 10;

/** Cuts chunks of a file into whole lines, without copying more than the lines at the seams. `at` is
 * the place of the first chunk. `onTooLong` is called for each line that is skipped. */
export async function* lineBlocks(
  chunks: AsyncIterable<Uint8Array>,
  onTooLong: () => void,
  at = 0,
): AsyncIterable<Block> {
  let rest: Buffer[] = [];
  let length = 0;
  let place = at;
  let isTooLong = false;

  function* take(piece: Buffer): Iterable<Block> {
    const size = length + piece.length;
    const bytes = rest.length === 0 ? piece : Buffer.concat([...rest, piece], size);
    if (!isTooLong && size <= maxLineBytes) yield { at: place, bytes };
    else if (isTooLong || size > maxLineBytes) onTooLong();
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

const firstPartBytes = 256 * 1024;

/** The ranges in parts, from the end of the file to its beginning; each part is twice the one before. */
export function* fromTheEnd(ranges: Ranges, firstBytes = firstPartBytes): Iterable<Ranges> {
  let bytes = firstBytes;
  for (let end = ranges.length; end > 0; bytes *= 2) {
    const least = (ranges[end - 1] ?? 0) - bytes;
    let start = end - 2;
    while (start > 0 && (ranges[start - 2] ?? 0) >= least) start -= 2;
    yield ranges.subarray(start, end);
    end = start;
  }
}

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
