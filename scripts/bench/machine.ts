import { hash } from 'node:crypto';
import type { Kept } from './history.ts';
import { quantile, timesOf, type Line } from './suite.ts';

/** The yardstick on the two cores on which the bars in milliseconds were set. */
const referenceMs = 6;
const rounds = 7;

const text = JSON.stringify(
  Array.from({ length: 20_000 }, (_, at) => ({ at, line: `line ${at}` })),
);

/** A piece of work that never changes, several times, in milliseconds. */
export function yardstick(): Promise<number[]> {
  return timesOf(rounds, () => hash('sha256', JSON.stringify(JSON.parse(text))));
}

/** What the machine adds to times; never less than 1. Some samples are always slow: the first one
 * compiles. */
export function slownessOf(yardsticks: readonly number[]) {
  const noise = quantile(yardsticks, 0.75) / Math.min(...yardsticks);
  return { noise, slowness: Math.max(1, noise, quantile(yardsticks, 0.5) / referenceMs) };
}

/** The line, judged. A time may be as much longer as the machine is slower than the reference; what is
 * compared within a run may be as much worse as the machine is noisy. `tolerance`: how much small
 * samples vary. */
export function judged(
  line: Line,
  machine: ReturnType<typeof slownessOf>,
  tolerance: number,
): Kept {
  const { value, ratio = 0, bar, floor, roof, unit } = line;
  const slower = roof === undefined ? machine.slowness : machine.noise;
  const most = (bar ?? 0) * tolerance * (/^(?:µs|ms|s)$/.test(unit) ? slower : 1);
  const least = (floor ?? 0) / tolerance / machine.noise;
  const better = line.better ?? (floor === undefined ? value : ratio);
  const isKept = (bar === undefined || better <= most) && better >= least;
  return { ...line, isKept };
}
