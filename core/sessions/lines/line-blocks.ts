/** Longer lines are skipped as malformed: parsing them would take too much memory. */
export const longestLine = 32 * 1024 * 1024;

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
    if (!isTooLong && size <= longestLine) yield { at: place, bytes };
    else if (isTooLong || size > longestLine) onTooLong();
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
    const left = bytes.subarray(end);
    length += left.length;
    isTooLong = length > longestLine;
    if (isTooLong) rest = [];
    // The reader uses its buffer again.
    else if (left.length > 0) rest.push(Buffer.from(left));
  }
  if (length > 0) yield* take(Buffer.alloc(0));
}
