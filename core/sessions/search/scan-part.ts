import type { TranscriptReader, TranscriptWork } from '#core/platform/ports/transcripts.ts';
import { mask, maskSecrets } from '#core/text/mask.ts';
import { decodedProject, messageIn, promptIn, toolTextIn } from '../entries.ts';
import type { Entry } from '../lines/entry.ts';
import { fold } from '../lines/fold.ts';
import { looksMalformed, parseLine } from '../lines/parse-line.ts';
import { bytesOf, matchingLines, type Piece, type Ranges } from '../lines/read-lines.ts';
import { linePattern } from '../lines/line-pattern.ts';
import { firstOf, type Hits, type Order, type Place } from './hit.ts';
import { latestFirst } from './latest-first.ts';
import { piecesOf } from './pieces.ts';

export interface Scan<Kind extends keyof Hits = keyof Hits> {
  readonly kind: Kind;
  readonly query: string;
  readonly limit: number;
  readonly order: Order;
  /** Inclusive, in milliseconds. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Part of the project's path of a prompt, in any case. */
  readonly project?: string | undefined;
  /** In messages, secrets are masked before the snippet is cut. */
  readonly redact?: boolean | undefined;
  /** Only messages of a person, or of a model. */
  readonly role?: 'user' | 'assistant' | undefined;
  /** In messages, what tools were asked and answered is searched too. */
  readonly tools?: boolean | undefined;
}

interface ScanPart extends Scan {
  readonly paths: readonly string[];
  /** Where the texts of files are that were read before: their malformed lines are counted. */
  readonly texts: ReadonlyMap<string, Ranges>;
  /** Older hits are not needed. */
  readonly floor: number;
  /** The texts of the files are kept for the next search. */
  readonly isKept: boolean;
}

export interface Scanned<Hit extends Place> {
  readonly hits: readonly Hit[];
  /** The number of malformed lines by file. */
  readonly malformed: readonly (readonly [path: string, lines: number])[];
}

type AnyHit = Hits[keyof Hits];
type Find = (entry: Entry, path: string, at: number) => AnyHit | undefined;

/** The first hits in some files, in the order that is asked for. */
async function run(part: ScanPart, reader: TranscriptReader): Promise<Scanned<AnyHit>> {
  const { query, limit, order, from = -Infinity, to = Infinity } = part;
  const pattern = linePattern(query);
  const find = part.kind === 'messages' ? inMessages(part) : inPrompts(query, part.project);
  const isTimed = part.from !== undefined || part.to !== undefined;
  const first = firstOf<AnyHit>(limit, order);
  const malformed = new Map<string, number>();
  for (const path of part.paths) {
    const ranges = part.texts.get(path);
    const texts = part.tools === true ? undefined : ranges;
    const count = (lines: number) => {
      if (lines > 0) malformed.set(path, (malformed.get(path) ?? 0) + lines);
    };
    const onMalformed = ranges ? undefined : count;
    const examine = (line: Piece) => {
      const bytes = bytesOf(line);
      const entry = parseLine(bytes);
      if (!entry && !looksMalformed(bytes)) onMalformed?.(1);
      const hit = entry && find(entry, path, line.at);
      if (hit && (!isTimed || isBetween(hit.time, from, to))) first.add(hit);
    };
    const floor = () => Math.max(part.floor, first.floor(), from);
    const lines = latestFirst(floor, examine);
    const file = { path, texts, isKept: part.isKept, onMalformed };
    for await (const pieces of piecesOf(reader, file)) {
      for (const line of matchingLines(pieces, pattern)) lines.add(line);
    }
    lines.end();
    first.list();
  }
  return { hits: first.list(), malformed: [...malformed] };
}

const scanPart: TranscriptWork<ScanPart, Scanned<AnyHit>> = { module: import.meta.url, run };

export default scanPart;

function inMessages({ query, role, tools = false, redact = false }: Scan): Find {
  const lower = fold(query.toWellFormed());
  return (entry, path, at) => {
    const whole = messageIn(entry);
    if (!whole || (role !== undefined && whole.type !== role)) return undefined;
    const { text: words, ...message } = whole;
    const text = tools ? [words, toolTextIn(entry)].filter(Boolean).join('\n') : words;
    const start = fold(text).indexOf(lower);
    if (start === -1) return undefined;
    const snippet = redact ? maskedSnippet(text, lower) : snippetOf(text, start, lower.length);
    return { path, at, time: message.time, message, snippet };
  };
}

/** A match inside a secret is shown as its mask. */
function maskedSnippet(text: string, lower: string): string {
  const masked = maskSecrets(text);
  const start = fold(masked).indexOf(lower);
  return start === -1
    ? snippetOf(masked, masked.indexOf(mask), mask.length)
    : snippetOf(masked, start, lower.length);
}

function inPrompts(query: string, project?: string): Find {
  const lower = fold(query.toWellFormed());
  const inProject = project === undefined ? undefined : fold(project);
  return (entry, path, at) => {
    const prompt = promptIn(entry);
    if (!prompt || !fold(prompt.text).includes(lower)) return undefined;
    const label = prompt.project ?? decodedProject(path);
    if (inProject !== undefined && !fold(label).includes(inProject)) return undefined;
    return { path, at, time: prompt.time, prompt: { ...prompt, project: label } };
  };
}

function isBetween(time: number | null, from: number, to: number): boolean {
  return time !== null && time >= from && time <= to;
}

const context = 50;
const surrogate = /[\ud800-\udfff]/;

/** The match with 50 code points before and after; `...` marks a cut. */
function snippetOf(text: string, start: number, length: number): string {
  const end = start + length;
  const head = pointsOf(text.slice(Math.max(0, start - 2 * context - 1), start), -context);
  const tail = pointsOf(text.slice(end, end + 2 * context + 1), 0, context);
  const isCut = { before: head.length < start, after: end + tail.length < text.length };
  const match = text.slice(start, end);
  return `${isCut.before ? '...' : ''}${head}${match}${tail}${isCut.after ? '...' : ''}`;
}

/** As `slice()`, by code points: few texts have some of two units. */
function pointsOf(text: string, from: number, to?: number): string {
  return surrogate.test(text) ? [...text].slice(from, to).join('') : text.slice(from, to);
}
