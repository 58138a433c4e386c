import type { LogBucket, LogEntry } from '../../../ports/logs.ts';

/** Counts entries between `start` and `end` in spans of equal length. */
export function bucketsOf(
  entries: Iterable<Pick<LogEntry, 'timestamp' | 'level'>>,
  { start, end }: { readonly start: string; readonly end: string },
  count: number,
): LogBucket[] {
  const from = Date.parse(start);
  const width = Math.max(1, Math.ceil((Date.parse(end) - from + 1) / count));
  const totals = Array.from({ length: count }, () => ({ total: 0, errors: 0 }));
  for (const { timestamp, level } of entries) {
    const bucket = totals[Math.floor((Date.parse(timestamp) - from) / width)];
    if (!bucket) continue;
    bucket.total += 1;
    if (level === 'ERROR') bucket.errors += 1;
  }
  return totals.map((bucket, at) => ({
    time: new Date(from + at * width).toISOString(),
    ...bucket,
  }));
}
