import type { TranscriptReader, TranscriptWork } from '#core/platform/ports/transcripts.ts';
import { messageIn, textOr, timeOf } from '../entries.ts';
import { addText, emptyFilter, type TextFilter } from './text-filter.ts';
import { type Entry, isToolLine, parseLine } from '../lines/parse-line.ts';
import { lineBlocks, matchingLines } from '../lines/read-lines.ts';

/** What the lines of a session say about it. */
export interface Summary {
  readonly slug: string | null;
  readonly branch: string | null;
  /** The folder in which it was started. */
  readonly cwd: string | null;
  readonly created: number | null;
  readonly updated: number | null;
  readonly messages: number;
  readonly malformed: number;
  /** No line that seems to be a tool's has a text. */
  readonly areToolsSilent: boolean;
  /** Made from the messages' texts. */
  readonly filter: TextFilter;
}

interface Sized {
  readonly path: string;
  readonly size: number;
}

async function run(files: readonly Sized[], reader: TranscriptReader): Promise<Summary[]> {
  const summaries: Summary[] = [];
  for (const file of files) summaries.push(await summarize(file, reader));
  return summaries;
}

const summarizeFiles: TranscriptWork<readonly Sized[], Summary[]> = {
  module: import.meta.url,
  run,
};

export default summarizeFiles;

const empty = {
  slug: null,
  branch: null,
  cwd: null,
  created: null,
  updated: null,
  messages: 0,
  malformed: 0,
  areToolsSilent: true,
};

async function summarize({ path, size }: Sized, reader: TranscriptReader): Promise<Summary> {
  let summary: Summary = { ...empty, filter: emptyFilter(size) };
  let malformed = 0;
  for await (const block of lineBlocks(reader.read(path), () => (malformed += 1))) {
    for (const { bytes } of matchingLines(block)) {
      const entry = parseLine(bytes);
      if (entry) summary = withEntry(summary, entry, bytes);
      else malformed += 1;
    }
  }
  return { ...summary, malformed };
}

function withEntry(summary: Summary, entry: Entry, bytes: Buffer): Summary {
  const time = timeOf(entry['timestamp']);
  const message = messageIn(entry);
  if (message) addText(summary.filter, message.text);
  const { created, updated, messages } = summary;
  return {
    ...summary,
    // The folder may change later; name and branch are the last ones.
    cwd: summary.cwd ?? (textOr(entry['cwd'], '') || null),
    slug: textOr(entry['slug'], '') || summary.slug,
    branch: textOr(entry['gitBranch'], '') || summary.branch,
    created: time === null ? created : Math.min(time, created ?? time),
    updated: time === null ? updated : Math.max(time, updated ?? time),
    messages: messages + (message ? 1 : 0),
    areToolsSilent: summary.areToolsSilent && !(message?.text && isToolLine(bytes)),
  };
}
