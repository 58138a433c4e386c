import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Line } from './line.ts';
import { median } from './median.ts';

const runs = 15;
const script = fileURLToPath(new URL('../lantern.ts', import.meta.url));

/** How long the command line takes to start, in alternating runs with an empty program. */
export async function lines(): Promise<Line[]> {
  const times: [number[], number[]] = [[], []];
  for (let run = 0; run <= runs; run++) {
    const bare = timeOf(['-e', '0']);
    const help = timeOf([script, '--help']);
    // The first run fills the file cache.
    if (run === 0) continue;
    times[0].push(bare);
    times[1].push(help);
  }
  const [bare, help] = times.map(median) as [number, number];
  return [
    { name: 'Empty Node program', value: bare, unit: 'ms' },
    { name: 'lantern --help', value: help, unit: 'ms', roof: bare, ratio: help / bare, bar: 150 },
  ];
}

function timeOf(parameters: readonly string[]): number {
  const began = performance.now();
  const { status } = spawnSync(process.execPath, parameters, { stdio: 'ignore' });
  if (status !== 0) throw new Error(`node ${parameters.join(' ')} failed`);
  return performance.now() - began;
}
