import type { LogQuery } from '../../../ports/logs.ts';
import { entryOf } from '../../rules/logs/entry-of.ts';
import { matcher } from '../../rules/logs/matches.ts';
import { mayHave } from './bloom.ts';
import { columnTest, termsAskedFor } from './columns.ts';
import { blockOf, decodeBlock, lineOf, type SegmentIndex } from './segment.ts';
import type { Segment, Segments } from './segments.ts';

type Range = Pick<LogQuery, 'start' | 'end' | 'after' | 'before'>;

/** Whether a segment may hold matches, without reading it. */
export function mayMatch(segment: Segment, query: LogQuery): boolean {
  const { from, to, after, before } = boundsOf(query);
  return (
    segment.to >= from &&
    segment.from <= to &&
    segment.last > after &&
    segment.first < before &&
    termsAskedFor(query).every((term) => mayHave(segment.bloom, term))
  );
}

/** How many entries of the segment match, if that is known without reading it. */
export function countOf(segment: Segment, query: LogQuery): number | undefined {
  const { where, not, withoutNoiseOf = [] } = query;
  const { from, to, after, before } = boundsOf(query);
  const isWhole =
    isEmpty(where) &&
    isEmpty(not) &&
    segment.from >= from &&
    segment.to <= to &&
    segment.first > after &&
    segment.last < before;
  if (!isWhole) return undefined;
  const noise = withoutNoiseOf.map((logger) => segment.unhooked[logger] ?? 0);
  return segment.count - noise.reduce((sum, count) => sum + count, 0);
}

/** The matching rows of a segment, in the order of time. */
export async function matchingRows(
  segments: Segments,
  segment: Segment,
  index: SegmentIndex,
  query: LogQuery,
): Promise<readonly number[]> {
  const { from, to, after, before } = boundsOf(query);
  const test = columnTest(query, index.columns);
  const rows: number[] = [];
  for (let row = 0; row < index.count; row++) {
    const [time, cursor] = [index.times[row] as number, index.cursors[row] as number];
    if (time < from || time > to || cursor <= after || cursor >= before || !test(row)) continue;
    rows.push(row);
  }
  const { where, not } = query;
  const hasText = where?.search !== undefined || not?.search !== undefined;
  if (!hasText || rows.length === 0) return rows;

  const isMatch = matcher(query);
  const hasNeedle = needleTest(where?.search);
  const data = await segments.data(segment);
  const matches: number[] = [];
  for (const [at, candidates] of Map.groupBy(rows, (row) => blockOf(index.blocks, row))) {
    const { row: start, offset, size } = index.blocks[at] as SegmentIndex['blocks'][number];
    const text = await decodeBlock(data.subarray(offset, offset + size));
    if (!hasNeedle(text)) continue;
    const texts = text.split('\n');
    for (const row of candidates) {
      const json = texts[row - start] ?? '';
      if (!hasNeedle(json)) continue;
      const { cursor, record } = lineOf(index.cursors[row] as number, json);
      if (isMatch({ ...entryOf(record), cursor })) matches.push(row);
    }
  }
  return matches;
}

/** In milliseconds and cursors. */
function boundsOf({ start, end, after = 0, before = Number.POSITIVE_INFINITY }: Range) {
  return {
    from: start === undefined ? Number.NEGATIVE_INFINITY : Date.parse(start),
    to: end === undefined ? Number.POSITIVE_INFINITY : Date.parse(end),
    after,
    before,
  };
}

function isEmpty(values: object = {}): boolean {
  return Object.values(values).every((value) => value === undefined);
}

/** A quick test of JSON text that never overlooks a match. Only for ASCII: the lower case of other
 * letters may depend on their neighbours, which JSON changes. */
function needleTest(search: string | undefined): (json: string) => boolean {
  if (search === undefined || /[^ -~]/.test(search)) return () => true;
  const needle = JSON.stringify(search.toLowerCase()).slice(1, -1);
  return (json) => json.toLowerCase().includes(needle);
}
