import type { TranscriptReader, TranscriptWork } from '#core/platform/ports/transcripts.ts';
import { messageIn } from '../entries/message.ts';
import { decodedProject } from '../entries/project-label.ts';
import { promptIn } from '../entries/prompt.ts';
import { fold } from '../lines/fold.ts';
import { isToolLine } from '../lines/is-tool-line.ts';
import { latestTime } from '../lines/latest-time.ts';
import { lineBlocks } from '../lines/line-blocks.ts';
import { linePattern } from '../lines/line-pattern.ts';
import { matchingLines } from '../lines/matching-lines.ts';
import { parseLine, type Entry } from '../lines/parse-line.ts';
import { firstOf, type Hits, type Order, type Place } from './hit.ts';
import { mask, maskSecrets } from '#core/text/mask.ts';
import { snippetOf } from './snippet.ts';

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
  /** Of messages: secrets are masked before the snippet is cut. */
  readonly redact?: boolean | undefined;
}

export interface ScanPart extends Scan {
  readonly paths: readonly string[];
  /** Files whose lines of tools have no text: they are not parsed. */
  readonly withSilentTools: readonly string[];
  /** Older hits are not needed. */
  readonly floor: number;
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
  const find =
    part.kind === 'messages' ? inMessages(query, part.redact) : inPrompts(query, part.project);
  const isTimed = part.from !== undefined || part.to !== undefined;
  const first = firstOf<AnyHit>(limit, order);
  const malformed = new Map<string, number>();
  const silent = new Set(part.withSilentTools);
  for (const path of part.paths) {
    const isSilent = silent.has(path);
    const count = () => malformed.set(path, (malformed.get(path) ?? 0) + 1);
    for await (const block of lineBlocks(reader.read(path), count)) {
      for (const { at, bytes, latin1 } of matchingLines(block, pattern)) {
        const floor = Math.max(part.floor, first.floor());
        if (isOlder(latin1, floor)) continue;
        if (isSilent && latin1 !== undefined && isToolLine(latin1)) continue;
        const entry = parseLine(bytes);
        if (!entry) count();
        const hit = entry && find(entry, path, at);
        if (!hit || (isTimed && !isBetween(hit.time, from, to))) continue;
        first.add(hit);
      }
    }
  }
  return { hits: first.list(), malformed: [...malformed] };
}

const scanPart: TranscriptWork<ScanPart, Scanned<AnyHit>> = {
  module: import.meta.url,
  run,
};

export default scanPart;

function inMessages(query: string, redact = false): Find {
  const folded = fold(query.toWellFormed());
  return (entry, path, at) => {
    const found = messageIn(entry);
    if (!found) return undefined;
    const { text, ...message } = found;
    const start = fold(text).indexOf(folded);
    if (start === -1) return undefined;
    const snippet = redact ? maskedSnippet(text, folded) : snippetOf(text, start, folded.length);
    return { path, at, time: message.time, message, snippet };
  };
}

/** A match inside a secret is shown as its mask. */
function maskedSnippet(text: string, folded: string): string {
  const masked = maskSecrets(text);
  const start = fold(masked).indexOf(folded);
  return start === -1
    ? snippetOf(masked, masked.indexOf(mask), mask.length)
    : snippetOf(masked, start, folded.length);
}

function inPrompts(query: string, project?: string): Find {
  const folded = fold(query.toWellFormed());
  const inProject = project === undefined ? undefined : fold(project);
  return (entry, path, at) => {
    const prompt = promptIn(entry);
    if (!prompt || !fold(prompt.text).includes(folded)) return undefined;
    const label = prompt.project ?? decodedProject(path);
    if (inProject !== undefined && !fold(label).includes(inProject)) return undefined;
    return { path, at, time: prompt.time, prompt: { ...prompt, project: label } };
  };
}

/** Spares parsing most lines of frequent words. */
function isOlder(line: string | undefined, floor: number): boolean {
  if (line === undefined || floor === -Infinity) return false;
  const latest = latestTime(line);
  return latest !== undefined && latest < floor;
}

function isBetween(time: number | null, from: number, to: number): boolean {
  return time !== null && time >= from && time <= to;
}
