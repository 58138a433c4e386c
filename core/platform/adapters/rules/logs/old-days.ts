import { dayMilliseconds } from '../../../ports/clock.ts';
import type { LogLimits } from '../../../ports/logs.ts';

/** The days beyond the limits; the current day stays. A day may be in several parts. */
export function oldDays(
  parts: readonly { readonly day: string; readonly bytes: number }[],
  { days, bytes }: LogLimits,
  now: Date,
): Set<string> {
  const today = dayOf(now.getTime());
  const first = dayOf(now.getTime() - days * dayMilliseconds);
  let free = bytes;
  const old = parts
    .toSorted((one, other) => (one.day < other.day ? 1 : -1))
    .filter((part) => {
      free -= part.bytes;
      return part.day < today && (part.day < first || free < 0);
    });
  return new Set(old.map(({ day }) => day));
}

/** UTC. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
