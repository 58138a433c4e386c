import type { TranscriptReader } from '#core/platform/ports/transcripts.ts';
import { isGemini } from '#core/text/transcript-path.ts';
import { geminiLines } from './gemini-lines.ts';
import { lineBlocks } from './read-lines.ts';

/** The whole lines of a stored file, in one form whichever assistant wrote it. `from` is a line's place,
 * and 0 for Gemini. */
export function sessionBlocks(
  reader: TranscriptReader,
  path: string,
  onMalformed: () => void,
  from = 0,
) {
  const chunks = reader.read(path, from);
  const lines = isGemini(path) ? geminiLines(chunks, onMalformed) : chunks;
  return lineBlocks(lines, onMalformed, from);
}
