import type { LogPage, LogQuery, PlacedEntry } from '../../../ports/logs.ts';
import { entryOf } from '../../rules/logs/entry-of.ts';
import { matcher } from '../../rules/logs/matches.ts';
import { eachAtMost } from '#core/text/each-at-most.ts';
import { countOf, matchingRows, mayMatch } from './matching-rows.ts';
import { blockOf, lineOf, type Line, type SegmentIndex } from './segment.ts';
import type { Segment, Segments } from './segments.ts';
import type { Tail } from './tail.ts';
import { topOf, type Hit, type Order } from './top.ts';

interface Options {
  /** Hits that are kept. */
  readonly most: number;
  readonly order: Order;
  /** In milliseconds; no segment is read later. */
  readonly until?: number;
  /** Called for every match. */
  readonly each?: (time: number, level: string) => void;
}

export interface Found extends Omit<LogPage, 'entries'> {
  readonly hits: readonly Hit[];
}

const atOnce = 16;

/** Searches segments and tail: the number of matches, and the first of them in an order. */
export function finder(tail: Tail, segments: Segments, now: () => number) {
  return async (query: LogQuery, options: Options): Promise<Found> => {
    const { most, order, until = Number.POSITIVE_INFINITY, each } = options;
    // The tail before the list: a line that moves in between is in both, and never in none.
    const newest: Line[] = [];
    for await (const { lines } of tail.items()) newest.push(...lines);
    const list = await segments.list();
    const top = topOf(most, order);
    let [total, scanned, keptCount, isPartial] = [0, 0, 0, false];

    const isMatch = matcher(query);
    for (const line of newest.filter(({ cursor }) => cursor > list.last)) {
      const entry = placed(line);
      keptCount += 1;
      scanned += 1;
      if (!isMatch(entry)) continue;
      const time = Date.parse(entry.timestamp);
      total += 1;
      each?.(time, entry.level);
      top.add([{ time, cursor: line.cursor, line: async () => line }]);
    }

    const candidates: Segment[] = [];
    for (const segment of list.segments) {
      keptCount += segment.count;
      if (mayMatch(segment, query)) candidates.push(segment);
      else scanned += segment.count;
    }
    candidates.sort(top.isEarlier);
    await eachAtMost(atOnce, candidates, async (segment) => {
      if (now() >= until) {
        isPartial = true;
        return;
      }
      const indexCount = each || top.wants(segment) ? undefined : countOf(segment, query);
      const count = indexCount ?? (await take(segment));
      total += count;
      scanned += segment.count;
    });
    return { hits: top.all(), total, kept: keptCount, scanned, isPartial };

    async function take(segment: Segment): Promise<number> {
      const index = await segments.index(segment);
      const { times, cursors, columns } = index;
      const rows = await matchingRows(segments, segment, index, query);
      const { values, rows: levels } = columns.level;
      if (each) {
        for (const row of rows) {
          each(times[row] as number, String(values[levels[row] as number]));
        }
      }
      const line = lineReader(segments, segment, index);
      const places = rows.map((row) => ({ row, cursor: cursors[row] as number }));
      if (order === 'cursor') places.sort((one, other) => one.cursor - other.cursor);
      const first = order === 'newest' ? places.slice(-most) : places.slice(0, most);
      if (most > 0) {
        top.add(
          first.map(({ row, cursor }) => ({
            time: times[row] as number,
            cursor,
            line: () => line(row),
          })),
        );
      }
      return rows.length;
    }
  };
}

/** Reads each block once. */
function lineReader(segments: Segments, segment: Segment, { blocks, cursors }: SegmentIndex) {
  const loaded = new Map<number, Promise<readonly string[]>>();
  return async (row: number): Promise<Line> => {
    const at = blockOf(blocks, row);
    const block = blocks[at] as SegmentIndex['blocks'][number];
    const texts = loaded.get(at) ?? segments.block(segment, block);
    loaded.set(at, texts);
    return lineOf(cursors[row] as number, (await texts)[row - block.row] ?? '');
  };
}

export function placed({ cursor, record }: Line): PlacedEntry {
  return { ...entryOf(record), cursor };
}
