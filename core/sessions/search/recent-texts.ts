import type { Piece, Ranges } from '../lines/read-lines.ts';

const maxBytes = 8 * 1024 * 1024;
/** Longer texts of a file are read each time. */
const longestBytes = maxBytes / 2;
/** What each file takes beside its text: without it, files with little text would be kept for ever. */
const fileBytes = 16 * 1024;

/** By the ranges that a summary names, so that a changed file has no texts here. The oldest first. */
const recent = new Map<Ranges, readonly Piece[]>();
let keptBytes = 0;

/** The texts of a file, from memory if they were searched lately: most searches look through the same
 * latest sessions. */
export async function* recentTexts(
  ranges: Ranges,
  read: () => AsyncIterable<readonly Piece[]>,
): AsyncIterable<readonly Piece[]> {
  const bytes = bytesIn(ranges);
  if (bytes > longestBytes) {
    yield* read();
    return;
  }
  const pieces = recent.get(ranges) ?? (await piecesIn(read()));
  yield pieces;
  const length = pieces.reduce((sum, { text }) => sum + text.length, 0);
  // A file that could not be read, or has become shorter, is read again. The last newline may lack.
  if (length < bytes - 1) return;
  forget(ranges);
  recent.set(ranges, pieces);
  keptBytes += fileBytes + bytes;
  for (const oldest of recent.keys()) {
    if (keptBytes <= maxBytes) return;
    forget(oldest);
  }
}

function forget(ranges: Ranges): void {
  if (recent.delete(ranges)) keptBytes -= fileBytes + bytesIn(ranges);
}

async function piecesIn(parts: AsyncIterable<readonly Piece[]>): Promise<readonly Piece[]> {
  const pieces: Piece[] = [];
  for await (const some of parts) pieces.push(...some);
  return pieces;
}

function bytesIn(ranges: Ranges): number {
  let bytes = 0;
  for (let at = 0; at < ranges.length; at += 2) {
    bytes += (ranges[at + 1] ?? 0) - (ranges[at] ?? 0);
  }
  return bytes;
}
