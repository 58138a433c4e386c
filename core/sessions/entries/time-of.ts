/** The moment of an entry in milliseconds since 1970; null: it has none. Numbers are milliseconds. */
export function timeOf(timestamp: unknown): number | null {
  const time =
    typeof timestamp === 'number'
      ? timestamp
      : typeof timestamp === 'string'
        ? Date.parse(timestamp)
        : NaN;
  return Number.isNaN(new Date(time).getTime()) ? null : time;
}

export function isoTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
