import { open } from 'node:fs/promises';
import { Failure } from '../../failure.ts';
import type { FeedEntry } from '../../ports.ts';
import { entryOf, headOf, newline } from './feed-format.ts';

/** One file of a feed, as far as it is known. */
export interface Segment {
  readonly first: number;
  readonly path: string;
  /** The last cursor whose append call is whole; first - 1 when there is none. */
  last: number;
  /** Where that call ends: nothing beyond is read. */
  end: number;
  /** Where the lines of some cursors begin, about one for each 64 KiB, ascending. */
  readonly marks: { readonly cursor: number; readonly offset: number }[];
  /** A failed write may have left something beyond the end. */
  isTorn: boolean;
}

const markEvery = 64 * 1024;
const chunkSize = 256 * 1024;

export function emptySegment(first: number, path: string): Segment {
  return { first, path, last: first - 1, end: 0, marks: [], isTorn: false };
}

/** Notes where a line begins, when the last note is far enough behind. */
export function mark(segment: Segment, cursor: number, offset: number): void {
  const behind = segment.marks.at(-1);
  if (!behind || offset - behind.offset >= markEvery) segment.marks.push({ cursor, offset });
}

/**
 * Reads what lies beyond the known end, up to the last whole append call. What follows is what a
 * crash tore: half a line, half a call, or the empty pages of a power cut. A good line after a
 * bad one is damage to what was acknowledged, and nobody should cut that off.
 */
export async function scan(segment: Segment): Promise<void> {
  let { last, end } = segment;
  let next = last + 1;
  let following = 0;
  let torn: { offset: number; isEmptyPage: boolean } | undefined;
  const lines: [number, number][] = [];
  for await (const { line, offset, after } of linesFrom(segment.path, end, Infinity)) {
    const head = headOf(line);
    const isNext = head?.cursor === next && (following === 0 || head.more === following - 1);
    if (torn || !isNext) {
      torn ??= { offset, isEmptyPage: line.includes(0) };
      if (head && head.cursor > next && !torn.isEmptyPage) throw damaged(segment, torn.offset);
      continue;
    }
    lines.push([next, offset]);
    next++;
    following = head.more;
    if (following > 0) continue;
    [last, end] = [head.cursor, after];
  }
  // At the end, for somebody else may read or scan the segment meanwhile.
  for (const [cursor, offset] of lines) if (cursor <= last) mark(segment, cursor, offset);
  if (end > segment.end) Object.assign(segment, { last, end });
}

/** Scans a segment that another one follows: it must be whole. */
export async function scanSealed(segment: Segment, nextFirst: number): Promise<void> {
  if (segment.last < nextFirst - 1) await scan(segment);
  if (segment.last !== nextFirst - 1) throw damaged(segment, segment.end);
}

/** Entries with cursors above `after`, at most `limit`, from the nearest mark on. */
export async function readSegment(
  segment: Segment,
  after: number,
  limit: number,
): Promise<FeedEntry[]> {
  const { end, last } = segment;
  const entries: FeedEntry[] = [];
  if (after >= last || limit < 1) return entries;
  for await (const { line } of linesFrom(segment.path, startOf(segment, after + 1), end)) {
    if ((headOf(line)?.cursor ?? 0) <= after) continue;
    entries.push(entryOf(line));
    if (entries.length === limit) break;
  }
  return entries;
}

function startOf({ marks }: Segment, cursor: number): number {
  let [low, high] = [0, marks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((marks[middle]?.cursor ?? Infinity) <= cursor) low = middle + 1;
    else high = middle;
  }
  return marks[low - 1]?.offset ?? 0;
}

async function* linesFrom(path: string, start: number, end: number) {
  const handle = await open(path, 'r');
  try {
    let rest: Buffer = Buffer.alloc(0);
    let offset = start;
    for (let position = start; position < end;) {
      const chunk = Buffer.allocUnsafe(Math.min(chunkSize, end - position));
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, position);
      if (bytesRead === 0) return;
      position += bytesRead;
      const read = chunk.subarray(0, bytesRead);
      if (!read.includes(newline)) {
        rest = Buffer.concat([rest, read]);
        continue;
      }
      const whole = rest.length > 0 ? Buffer.concat([rest, read]) : read;
      let from = 0;
      for (let at = whole.indexOf(newline); at !== -1; at = whole.indexOf(newline, from)) {
        const line = whole.subarray(from, at);
        const after = offset + line.length + 1;
        yield { line, offset, after };
        offset = after;
        from = at + 1;
      }
      rest = whole.subarray(from);
    }
  } finally {
    await handle.close();
  }
}

function damaged({ path }: Segment, offset: number): Failure {
  const text = `The feed file ${path} is damaged at byte ${offset}: repair that line or move the file away`;
  return new Failure('unavailable', 'feed_damaged', text);
}
