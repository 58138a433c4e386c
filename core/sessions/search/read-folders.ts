import type { TranscriptReader, TranscriptWork } from '#core/platform/ports/transcripts.ts';
import { bytesOf, matchingLines, pieceOf } from '../lines/read-lines.ts';
import { linePattern } from '../lines/line-pattern.ts';
import { parseLine } from '../lines/parse-line.ts';
import { sessionBlocks } from '../lines/session-blocks.ts';

/** The folder in which each session was started; null: none of its entries says. */
async function run(paths: readonly string[], reader: TranscriptReader): Promise<(string | null)[]> {
  const folders: (string | null)[] = [];
  for (const path of paths) folders.push(await folderIn(path, reader));
  return folders;
}

const readFolders: TranscriptWork<readonly string[], (string | null)[]> = {
  module: import.meta.url,
  run,
};

export default readFolders;

const pattern = linePattern('cwd');

async function folderIn(path: string, reader: TranscriptReader): Promise<string | null> {
  for await (const block of sessionBlocks(reader, path, () => {})) {
    for (const line of matchingLines([pieceOf(block)], pattern)) {
      const cwd = parseLine(bytesOf(line))?.['cwd'];
      if (typeof cwd === 'string' && cwd !== '') return cwd;
    }
  }
  return null;
}
