const first = 2;
const maxDelaySeconds = 900;

/** Seconds before the next try: doubling, and spread so that what failed together does not come
 * back together. `random` is from 0 to 1. */
export function backoff(attempts: number, random: number): number {
  const full = Math.min(maxDelaySeconds, first * 2 ** Math.max(0, attempts - 1));
  return Math.max(1, Math.round(full / 2 + (full / 2) * random));
}
