import type { LogBucket, LogEntry } from '../../../ports/logs.ts';

interface Range {
  readonly start: string;
  readonly end: string;
}

/** Counts entries between `start` and `end` in spans of equal length. */
export function bucketCounter({ start, end }: Range, count: number) {
  const from = Date.parse(start);
  const width = Math.max(1, Math.ceil((Date.parse(end) - from + 1) / count));
  const totals = Array.from({ length: count }, () => ({ total: 0, errors: 0 }));

  function addMany(at: number, { total, errors }: Omit<LogBucket, 'time'>): void {
    const bucket = totals[at];
    if (!bucket) return;
    bucket.total += total;
    bucket.errors += errors;
  }

  return {
    /** In milliseconds: span `n` begins at `from + n * width`. */
    from,
    width,
    addMany,

    /** `time` in milliseconds. */
    add: (time: number, level: string): void =>
      addMany(Math.floor((time - from) / width), {
        total: 1,
        errors: Number(level === 'ERROR'),
      }),

    buckets: (): LogBucket[] =>
      totals.map((bucket, at) => ({ time: new Date(from + at * width).toISOString(), ...bucket })),
  };
}

export function bucketsOf(
  entries: Iterable<Pick<LogEntry, 'timestamp' | 'level'>>,
  range: Range,
  count: number,
): LogBucket[] {
  const counter = bucketCounter(range, count);
  for (const { timestamp, level } of entries) counter.add(Date.parse(timestamp), level);
  return counter.buckets();
}
