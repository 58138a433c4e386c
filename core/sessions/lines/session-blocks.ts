import type { TranscriptReader } from '#core/platform/ports/transcripts.ts';
import { isGemini } from '#core/text/transcript-path.ts';
import { geminiLines } from './gemini-lines.ts';
import { lineBlocks } from './read-lines.ts';

/** The whole lines of a stored file, in one form whichever assistant wrote it. */
export function sessionBlocks(reader: TranscriptReader, path: string, onMalformed: () => void) {
  const chunks = reader.read(path);
  const lines = isGemini(path) ? geminiLines(chunks, onMalformed) : chunks;
  return lineBlocks(lines, onMalformed);
}
