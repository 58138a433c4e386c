import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FeedEntry } from '../../ports.ts';
import { makeFolders, syncFolder } from './durable.ts';
import { firstOf, linesOf, segmentName } from './feed-format.ts';
import { emptySegment, mark, readSegment, scan, scanSealed, type Segment } from './feed-segment.ts';
import { codeOf } from './storage-failure.ts';

/** What is known of a feed's files. */
export interface FeedState {
  /** The folder's inode: another one is another feed of the same name. */
  readonly folder: bigint;
  readonly segments: Segment[];
}

/** A deleted feed's folder until its files are gone. */
export const deletedPrefix = '.deleted-';

export function lastOf(state: FeedState): number {
  return state.segments.at(-1)?.last ?? 0;
}

/** Looks at the files anew, keeping what is known of segments that only grew. */
export async function loadState(path: string, known?: FeedState): Promise<FeedState> {
  const folder = await stat(path, { bigint: true }).catch(absent);
  if (!folder) return { folder: 0n, segments: [] };
  const old = known?.folder === folder.ino ? known.segments : [];
  const names = await readdir(path);
  const segments = names
    .map(firstOf)
    .filter((first) => first !== undefined)
    .sort((a, b) => a - b)
    .map((first) => {
      const file = join(path, segmentName(first));
      return old.find((segment) => segment.first === first) ?? emptySegment(first, file);
    });
  // The others are scanned when somebody reads from them; where they end, the next one begins.
  const tail = segments.at(-1);
  if (tail) await scan(tail);
  return { folder: folder.ino, segments };
}

/** Takes away what a crash tore: it was never acknowledged. */
export async function cutTail({ segments }: FeedState): Promise<void> {
  const tail = segments.at(-1);
  if (tail && (await stat(tail.path)).size > tail.end) await cut(tail);
}

export async function readState(
  { segments }: FeedState,
  after: number,
  limit: number,
): Promise<FeedEntry[]> {
  const entries: FeedEntry[] = [];
  let at = segments.findLastIndex(({ first }) => first <= after + 1);
  for (at = Math.max(at, 0); at < segments.length && entries.length < limit; at++) {
    const [segment, next] = [segments[at], segments[at + 1]];
    if (!segment) break;
    if (next) await scanSealed(segment, next.first);
    entries.push(...(await readSegment(segment, after, limit - entries.length)));
  }
  return entries;
}

/** Writes the calls as one durable piece; after a failure the feed is as it was. */
export async function writeCalls(
  root: string,
  path: string,
  state: FeedState,
  calls: readonly (readonly string[])[],
  segmentBytes: number,
): Promise<FeedState> {
  const grown = await withTail(root, path, state, segmentBytes);
  const { segment } = grown;
  let next = segment.last + 1;
  const lines: Buffer[] = [];
  for (const bodies of calls) {
    lines.push(...linesOf(next, bodies));
    next += bodies.length;
  }
  if (segment.isTorn) await cut(segment);
  try {
    await writeDurably(segment, Buffer.concat(lines));
  } catch (error) {
    segment.isTorn = true;
    await cut(segment).catch(() => {});
    throw error;
  }
  for (const [at, line] of lines.entries()) {
    mark(segment, segment.last + at + 1, segment.end);
    segment.end += line.length;
  }
  segment.last = next - 1;
  return grown.state;
}

/** The segment to append to; a new one when the last has grown enough. */
async function withTail(root: string, path: string, state: FeedState, segmentBytes: number) {
  const tail = state.segments.at(-1);
  if (tail && tail.end < segmentBytes) return { state, segment: tail };
  const first = lastOf(state) + 1;
  await makeFolders(root, path, syncFolder);
  const segment = emptySegment(first, join(path, segmentName(first)));
  await (await open(segment.path, 'w', 0o600)).close();
  await syncFolder(path);
  const { ino } = await stat(path, { bigint: true });
  return { state: { folder: ino, segments: [...state.segments, segment] }, segment };
}

export async function removeLog(path: string, unique: string): Promise<void> {
  const rubbish = join(dirname(path), `${deletedPrefix}${unique}`);
  try {
    await rename(path, rubbish);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  await syncFolder(dirname(path));
  await rm(rubbish, { recursive: true, force: true });
}

async function cut(segment: Segment): Promise<void> {
  const handle = await open(segment.path, 'r+');
  try {
    await handle.truncate(segment.end);
    await handle.sync();
  } finally {
    await handle.close();
  }
  segment.isTorn = false;
}

async function writeDurably({ path, end }: Segment, data: Buffer): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    for (let written = 0; written < data.length;) {
      const left = data.length - written;
      written += (await handle.write(data, written, left, end + written)).bytesWritten;
    }
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

function absent(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
}
