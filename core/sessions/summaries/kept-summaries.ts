import type { Log } from '#core/platform/ports/log.ts';
import type { Transcript, Transcripts } from '#core/platform/ports/transcripts.ts';
import { eachAtMost } from '#core/text/each-at-most.ts';
import type { Summary } from './summarize-files.ts';

interface Needs {
  readonly transcripts: Transcripts;
  readonly log: Log;
}

/** Raised when a summary is made in another way: older ones are made again. */
const format = 4;
const atOnce = 32;

/** The summaries that are kept beside these files, by path. */
export async function readKept(
  { transcripts: { kept } }: Pick<Needs, 'transcripts'>,
  files: readonly Transcript[],
): Promise<Map<string, Summary>> {
  const summaries = new Map<string, Summary>();
  if (!kept) return summaries;
  await eachAtMost(atOnce, files, async (file) => {
    const text = await kept.read(file);
    const summary = text === undefined ? undefined : decode(text);
    if (summary) summaries.set(file.path, summary);
  });
  return summaries;
}

/** Without them the files are read again: what cannot be written is only logged. */
export async function keepSummaries(
  { transcripts: { kept }, log }: Needs,
  summaries: readonly { readonly file: Transcript; readonly summary: Summary }[],
): Promise<void> {
  if (!kept) return;
  await eachAtMost(atOnce, summaries, async ({ file, summary }) => {
    await kept.write(file, encode(summary)).catch((error: unknown) => {
      log('WARNING', 'a summary was not kept', { file: file.path, error: String(error) });
    });
  });
}

function encode({ filter: { short, long }, texts, ...summary }: Summary): string {
  const filter = { short: base64(short), long: base64(long) };
  return JSON.stringify({ format, ...summary, texts: [...texts], ...filter });
}

function decode(text: string): Summary | undefined {
  const parsed = JSON.parse(text) as Kept;
  const { format: ownFormat, short, long, texts, ...summary } = parsed;
  if (ownFormat !== format) return undefined;
  const filter = { short: bits(short), long: bits(long) };
  return { ...summary, texts: Float64Array.from(texts), filter };
}

interface Kept extends Omit<Summary, 'filter' | 'texts'> {
  readonly format: number;
  readonly texts: readonly number[];
  readonly short: string;
  readonly long: string;
}

function base64({ buffer, byteOffset, byteLength }: Uint32Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}

function bits(text: string): Uint32Array {
  return new Uint32Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer);
}
