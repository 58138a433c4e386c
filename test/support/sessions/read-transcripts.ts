import type { TranscriptReader, TranscriptWork } from '#core/platform/ports/transcripts.ts';

interface Places {
  readonly places: readonly (readonly [path: string, from: number])[];
}

async function run({ places }: Places, reader: TranscriptReader): Promise<string[]> {
  const texts: string[] = [];
  for (const [path, from] of places) {
    let text = '';
    for await (const chunk of reader.read(path, from))
      text += Buffer.from(chunk).toString('latin1');
    texts.push(text);
  }
  return texts;
}

/** The bytes of files from an offset, as latin1. */
const readTranscripts: TranscriptWork<Places, string[]> = { module: import.meta.url, run };

export default readTranscripts;
