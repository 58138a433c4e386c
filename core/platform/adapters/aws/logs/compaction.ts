import { dayMilliseconds } from '../../../ports/clock.ts';
import type { ItemKey } from '../dynamo/dynamo.ts';
import type { S3Objects } from '../blobs/objects.ts';
import { entryOf } from '../../rules/logs/entry-of.ts';
import { segmentFolder, type Segment, type SegmentList, type Segments } from './segments.ts';
import { lineOf, type Line } from './segment.ts';
import type { Tail } from './tail.ts';

/** A segment grows to this size before the next one begins. */
const fullCharacters = 16 * 1024 * 1024;
const fullBytes = 2 * 1024 * 1024;
/** Segments of a day that is not over are merged when there are so many. */
const mergedAtOnce = 16;
/** A transaction takes 100 items, and the list's head is one. */
const removedAtOnce = 90;
/** A search may still read an object that its list names. */
const orphanMilliseconds = 3_600_000;

interface Parts {
  readonly tail: Tail;
  readonly segments: Segments;
}

/**
 * Moves the tail into segments. Repeatable, and harmless when two run at once: only the first one's
 * change of the list is accepted. The newest item stays, because its cursor is the last one given.
 */
export async function compact({ tail, segments }: Parts): Promise<void> {
  let list = await segments.list();
  let lines: Line[] = [];
  let size = 0;
  let day = '';
  let stored: ItemKey[] = [];
  let newest: ItemKey | undefined;

  async function store(): Promise<boolean> {
    if (lines.length > 0 && !(await segments.add(lines, day, list))) return false;
    list = await segments.list();
    await tail.remove(stored);
    lines = [];
    size = 0;
    stored = [];
    return true;
  }

  for await (const item of tail.items()) {
    for (const line of item.lines) {
      if (line.cursor <= list.last) continue;
      const ofLine = entryOf(line.record).timestamp.slice(0, 10);
      const isNextDay = ofLine > day && lines.length > 0;
      if ((isNextDay || size > fullCharacters) && !(await store())) return;
      if (ofLine > day) day = ofLine;
      lines.push(line);
    }
    size += item.bytes;
    if (newest) stored.push(newest);
    newest = item.key;
  }
  await store();
}

/** Merges small segments of one day, so that a search reads few objects. */
export async function merge({ segments }: Parts, today: string): Promise<void> {
  const list = await segments.list();
  for (const run of runsOf(list)) {
    const isOver = (run[0]?.day ?? '') < today;
    if (run.length < (isOver ? 2 : mergedAtOnce)) continue;
    const lines: Line[] = [];
    for (const segment of run) lines.push(...(await linesOf(segments, segment)));
    // The list has changed for the other runs as well: the next call merges them.
    await segments.add(lines, run[0]?.day ?? '', list, run);
    return;
  }
}

/** Neighbours of one day that together are no larger than a segment. */
function runsOf({ segments }: SegmentList): Segment[][] {
  const runs: Segment[][] = [];
  let size = 0;
  for (const segment of segments) {
    const run = runs.at(-1);
    const isSameDay = run?.[0]?.day === segment.day;
    size = isSameDay && run.length < mergedAtOnce ? size + segment.bytes : fullBytes + 1;
    if (run && size <= fullBytes) run.push(segment);
    else {
      runs.push([segment]);
      size = segment.bytes;
    }
  }
  return runs;
}

async function linesOf(segments: Segments, segment: Segment): Promise<Line[]> {
  const { blocks, cursors } = await segments.index(segment);
  const lines: Line[] = [];
  for (const block of blocks) {
    const texts = await segments.block(segment, block);
    for (const [at, text] of texts.entries()) {
      lines.push(lineOf(cursors[block.row + at] as number, text));
    }
  }
  return lines.sort((one, other) => one.cursor - other.cursor);
}

/** Removes the oldest days beyond the limits; the current day stays. */
export async function removeOldDays(
  { segments }: Parts,
  limits: { readonly days: number; readonly bytes: number },
  now: Date,
): Promise<void> {
  const list = await segments.list();
  const today = dayOf(now.getTime());
  const oldest = dayOf(now.getTime() - limits.days * dayMilliseconds);
  let bytes = list.segments.reduce((sum, segment) => sum + segment.bytes, 0);
  const days = [...Map.groupBy(list.segments, ({ day }) => day)];
  for (const [day, ofDay] of days.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    if (day >= today || (day >= oldest && bytes <= limits.bytes)) return;
    for (let at = 0; at < ofDay.length; at += removedAtOnce) {
      const batch = ofDay.slice(at, at + removedAtOnce);
      if (!(await segments.remove(batch, await segments.list()))) return;
    }
    bytes -= ofDay.reduce((sum, segment) => sum + segment.bytes, 0);
  }
}

/** Deletes objects that no list names: of merged and removed segments, and of a broken-off
 * compaction. */
export async function sweep({ segments }: Parts, objects: S3Objects, now: Date): Promise<void> {
  const oldEnough = now.getTime() - orphanMilliseconds;
  for await (const entries of objects.all(segmentFolder)) {
    // After the page: what was added before it was read is in the list.
    const inUse = new Set((await segments.list()).segments.map(({ object }) => object));
    const orphans = entries.filter(
      ({ key, modified }) => !inUse.has(key) && modified.getTime() < oldEnough,
    );
    if (orphans.length > 0) await objects.remove(orphans.map(({ key }) => key));
  }
}

export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
