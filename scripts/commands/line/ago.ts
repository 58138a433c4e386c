const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** `3 minutes ago`, `yesterday`; a time in the near future is `just now`. */
export function ago(time: string | null, now = Date.now()): string {
  if (time === null) return '-';
  const seconds = (now - Date.parse(time)) / 1_000;
  const [unit, length] = units.find(([, each]) => seconds >= each) ?? [];
  return unit === undefined ? 'just now' : format.format(-Math.round(seconds / length), unit);
}
