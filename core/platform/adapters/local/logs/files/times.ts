const canonical = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const accepted =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,](\d{1,9}))?(?: ?(Z|[+-]\d\d:?\d\d))?$/;

/** In the form of an entry's timestamp. Without an offset the time is UTC. */
export function timestampOf(text: string): string | undefined {
  if (canonical.test(text) && !Number.isNaN(Date.parse(text))) return text;
  const [, day, time, fraction = '', offset = 'Z'] = accepted.exec(text) ?? [];
  if (day === undefined) return undefined;
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  const zone =
    offset === 'Z' || offset.includes(':') ? offset : `${offset.slice(0, 3)}:${offset.slice(3)}`;
  const moment = new Date(`${day}T${time}.${milliseconds}${zone}`);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

/** With the offset of this process's time zone (TZ). */
export function localTime(timestamp: string): string {
  const moment = new Date(timestamp);
  const minutes = -moment.getTimezoneOffset();
  const local = new Date(moment.getTime() + minutes * 60_000).toISOString().slice(0, -1);
  const two = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${local}${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
