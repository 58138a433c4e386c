import { timeOf } from '../reading/query-of.ts';

/** A time that people typed as the clock of the zone shows it, with its offset; one that has an offset,
 * and what is no time, stay as they are. */
export function zonedTime(text: string, zone: string): string {
  const typed = text.trim();
  const rest = typed.slice(/^.{10}[T ]\d\d:\d\d/i.test(typed) ? 16 : 10);
  if (zone === 'UTC' || /(?:Z|[+ -]\d\d:?\d\d)$/i.test(rest)) return text;
  const time = timeOf(typed);
  if (time === undefined) return text;
  // The offset of the guess may be that of the other side of a change of the clock.
  const guess = Date.parse(time) - offsetOf(Date.parse(time), zone);
  return `${time.slice(0, -1).replace(/:00\.000$/, '')}${offsetText(offsetOf(guess, zone))}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** How far the zone's clock is ahead of UTC, in milliseconds. */
function offsetOf(time: number, zone: string): number {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(zone, format);
  const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / 60_000;
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((each) =>
    String(each).padStart(2, '0'),
  );
  return `${offset < 0 ? '-' : '+'}${hour}:${minute}`;
}
