import type { TranscriptReader } from '#core/platform/ports/transcripts.ts';
import { countMalformed } from '../lines/parse-line.ts';
import { linesOf, type Piece, pieceOf, type Ranges, within } from '../lines/read-lines.ts';
import { sessionBlocks } from '../lines/session-blocks.ts';
import { recentTexts } from './recent-texts.ts';

interface SearchedFile {
  readonly path: string;
  /** Without them, the whole file is read. */
  readonly texts?: Ranges | undefined;
  /** Its texts are kept for the next search in this process. */
  readonly isKept: boolean;
  /** Undefined: its malformed lines are counted. */
  readonly onMalformed?: ((lines: number) => void) | undefined;
}

/** The lines of a file that are searched. */
export function piecesOf(
  reader: TranscriptReader,
  file: SearchedFile,
): AsyncIterable<readonly Piece[]> {
  const { texts, isKept } = file;
  return texts && isKept ? recentTexts(texts, () => read(reader, file)) : read(reader, file);
}

async function* read(
  reader: TranscriptReader,
  { path, texts, onMalformed }: SearchedFile,
): AsyncIterable<readonly Piece[]> {
  const end = texts ? (texts.at(-1) ?? 0) : Infinity;
  for await (const block of sessionBlocks(reader, path, () => onMalformed?.(1))) {
    onMalformed?.(countMalformed(linesOf(block.bytes)));
    yield Array.from(within(block, texts), pieceOf);
    if (block.at + block.bytes.length >= end) return;
  }
}
