import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** One measurement. Ratios are comparable between machines, absolute values are not. */
export interface Line {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What the value is compared with. */
  readonly roof?: number;
  readonly ratio?: number;
  /** The promise: not above this value. */
  readonly bar?: number;
  /** The promise: at least this ratio. */
  readonly floor?: number;
  /** The better quarter of the samples, which is judged instead of their median: more than noise. */
  readonly better?: number;
}

const form = process.env['LANTERN_BENCH'];
export const isLarge = form === 'large';

/** How much to measure. */
export function size(usual: number, short: number): number {
  return form === 'short' ? short : usual;
}

/** Measures in a temporary folder and sends the lines to the parent process: each suite has a process
 * of its own, so that its memory does not slow down the others. */
export async function suite(measure: (folder: string) => Promise<readonly Line[]>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lantern-bench-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const lines = await measure(folder).finally(remove);
  process.send?.(lines, () => process.exit());
}

/** The longest answer of /health during other work. In the short form it is not judged: one long wait
 * on a busy machine says nothing about the service. */
export function healthLine(value: number): Line {
  const line = { name: 'Longest /health meanwhile', value, unit: 'ms' };
  return form === 'short' ? line : { ...line, bar: 20 };
}

/** Milliseconds. */
export async function timed(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Milliseconds of each round. */
export async function timesOf(rounds: number, work: () => unknown): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await timed(work));
  return times;
}

/** The value that this share of all does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? NaN;
}

/** Does both in turns; the first round is a warm-up. */
export async function inTurns<Own, Roof>(
  rounds: number,
  own: () => Promise<Own>,
  roof: () => Promise<Roof>,
) {
  const [owns, roofs]: [Own[], Roof[]] = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    const [before, result] = [await roof(), await own()];
    if (round === 0) continue;
    roofs.push(before);
    owns.push(result);
  }
  return [owns, roofs] as const;
}

/** The ratio of two things that were measured in turns. */
export function ratioOf(values: readonly number[], roofs: readonly number[]) {
  const ratios = values.map((value, at) => value / (roofs[at] ?? NaN));
  const medians = { value: median(values), roof: median(roofs) };
  return { ...medians, ratio: median(ratios), better: quantile(ratios, 0.75) };
}

export const median = (values: readonly number[]) => quantile(values, 0.5);

/** The longest answer of /health, in milliseconds, while the work is done. */
export async function longestHealth(url: string, work: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  let longest = 0;
  const ask = async () => (await fetch(`${url}/health`)).arrayBuffer();
  // Loading the client takes longer than any answer.
  await ask();
  const poll = async () => {
    while (!isOver) {
      longest = Math.max(longest, await timed(ask));
      await pause(2);
    }
  };
  const polling = poll();
  await work().finally(() => (isOver = true));
  await polling;
  return longest;
}
