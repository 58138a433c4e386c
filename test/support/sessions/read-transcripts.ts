import type { TranscriptReader, TranscriptWork } from '#core/platform/ports/transcripts.ts';

async function run(paths: readonly string[], reader: TranscriptReader): Promise<string[]> {
  const texts: string[] = [];
  for (const path of paths) {
    let text = '';
    for await (const chunk of reader.read(path)) text += Buffer.from(chunk).toString('latin1');
    texts.push(text);
  }
  return texts;
}

/** The bytes of files, as latin1. */
const readTranscripts: TranscriptWork<readonly string[], string[]> = {
  module: import.meta.url,
  run,
};

export default readTranscripts;
