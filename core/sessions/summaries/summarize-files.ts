import type { TranscriptReader, TranscriptWork } from '#core/platform/ports/transcripts.ts';
import { type Message, messageIn, textOr, timeOf } from '../entries.ts';
import type { Entry } from '../lines/entry.ts';
import { parseLine } from '../lines/parse-line.ts';
import { type Block, linesIn, type Ranges } from '../lines/read-lines.ts';
import { sessionBlocks } from '../lines/session-blocks.ts';
import { addText, emptyFilter, type TextFilter } from './text-filter.ts';
import { namedIn, titleOf } from './title.ts';

/** What the lines of a session say about it. */
export interface Summary {
  readonly slug: string | null;
  readonly branch: string | null;
  /** The folder in which it was started. */
  readonly cwd: string | null;
  /** What its assistant named it. */
  readonly named: string | null;
  /** The first prompt that a person typed. */
  readonly prompt: string | null;
  /** The session that its entries name: of a subagent, the one that started it. */
  readonly session: string | null;
  /** The number of messages by day, in UTC. */
  readonly days: Readonly<Record<string, number>>;
  readonly created: number | null;
  readonly updated: number | null;
  readonly messages: number;
  readonly malformed: number;
  /** Where the messages with text are; between them are what tools were asked and answered. */
  readonly texts: Ranges;
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
  named: null,
  prompt: null,
  session: null,
  created: null,
  updated: null,
  messages: 0,
  malformed: 0,
};

async function summarize({ path, size }: Sized, reader: TranscriptReader): Promise<Summary> {
  let summary: Facts = { ...empty, days: {}, filter: emptyFilter(size) };
  let malformed = 0;
  const texts: number[] = [];
  for await (const block of sessionBlocks(reader, path, () => (malformed += 1))) {
    for (const line of linesIn(block)) {
      const entry = parseLine(line.bytes);
      const message = entry && messageIn(entry);
      if (entry) summary = withEntry(summary, entry, message);
      else malformed += 1;
      if (message?.text) addRange(texts, line);
    }
  }
  return { ...summary, malformed, texts: Float64Array.from(texts) };
}

const longRange = 64 * 1024;

/** One range for lines that follow each other, unless it is long. */
function addRange(ranges: number[], { at, bytes }: Block): void {
  const isNext = ranges.at(-1) === at && at - (ranges.at(-2) ?? 0) < longRange;
  const end = at + bytes.length + 1;
  if (isNext) ranges[ranges.length - 1] = end;
  else ranges.push(at, end);
}

type Facts = Omit<Summary, 'texts'>;

function withEntry(summary: Facts, entry: Entry, message: Message | undefined): Facts {
  const time = timeOf(entry['timestamp']);
  if (message) addText(summary.filter, message.text);
  if (message) countDay(summary.days, message);
  const { created, updated, messages } = summary;
  return {
    ...summary,
    // The folder may change later; name and branch are the last ones.
    cwd: summary.cwd ?? (textOr(entry['cwd'], '') || null),
    named: namedIn(entry) ?? summary.named,
    prompt: summary.prompt ?? titleOf(entry, message),
    session: textOr(entry['sessionId'], '') || summary.session,
    slug: textOr(entry['slug'], '') || summary.slug,
    branch: textOr(entry['gitBranch'], '') || summary.branch,
    created: time === null ? created : Math.min(time, created ?? time),
    updated: time === null ? updated : Math.max(time, updated ?? time),
    messages: messages + (message ? 1 : 0),
  };
}

function countDay(days: Record<string, number>, { time }: Message): void {
  if (time === null) return;
  const day = new Date(time).toISOString().slice(0, 10);
  days[day] = (days[day] ?? 0) + 1;
}
