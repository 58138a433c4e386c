import type { LogPage, LogQuery, Logs, PlacedEntry } from '../../../ports/logs.ts';
import { matcher } from './matches.ts';

/** A page of the matches among all entries. */
export function searchAll(
  all: readonly PlacedEntry[],
  query: LogQuery,
  { limit, offset = 0, order = 'newest' }: Parameters<Logs['search']>[1],
): LogPage {
  const hits = all.filter(matcher(query)).sort(byTime);
  if (order === 'newest') hits.reverse();
  return {
    entries: hits.slice(offset, offset + limit),
    total: hits.length,
    kept: all.length,
    scanned: all.length,
    isPartial: false,
  };
}

function byTime(one: PlacedEntry, other: PlacedEntry): number {
  const [a, b] = [one.timestamp, other.timestamp];
  return a < b ? -1 : a > b ? 1 : one.cursor - other.cursor;
}
