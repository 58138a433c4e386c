import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import type { Line } from './suite.ts';

// Measures ratios to a limit of the same run. Arguments select suites by name. `--short` only proves
// that each suite runs; `--large` fills the log with ten million entries.
const { values, positionals } = parseArgs({
  options: { short: { type: 'boolean' }, large: { type: 'boolean' } },
  allowPositionals: true,
});
if (process.platform !== 'linux') {
  console.error('The memory of processes is read from /proc: run the benchmarks on Linux.');
  process.exit(2);
}
const suites = readdirSync(new URL('suites/', import.meta.url)).map((file) => file.slice(0, -3));
const unknown = positionals.filter((name) => !suites.includes(name));
if (unknown.length > 0) {
  console.error(`There is no suite ${unknown.join(', ')}. Suites: ${suites.join(', ')}`);
  process.exit(2);
}
const form = values.short ? 'short' : values.large ? 'large' : 'usual';
const results: Line[] = [];
console.log(`Node ${process.version}, ${cpus().length} cores\n`);
for (const name of positionals.length > 0 ? positionals : suites) {
  for (const line of await linesOf(name)) {
    results.push(line);
    console.log(format(line));
  }
}
if (positionals.length === 0 && form === 'usual') {
  const folder = new URL('../../bench/', import.meta.url);
  await mkdir(folder, { recursive: true });
  const content = { node: process.version, cores: cpus().length, lines: results };
  await writeFile(new URL('latest.json', folder), `${JSON.stringify(content, null, 2)}\n`);
  console.log('\nWritten to bench/latest.json');
}
const broken = results.filter((line) => !isKept(line));
if (broken.length > 0 && form !== 'short') {
  console.log(`\nBelow the bar: ${broken.map(({ name }) => name).join('; ')}`);
  process.exitCode = 1;
}

async function linesOf(name: string): Promise<readonly Line[]> {
  const env = { ...process.env, LANTERN_BENCH: form };
  const child = fork(new URL(`suites/${name}.ts`, import.meta.url), { env });
  const end = once(child, 'disconnect').then(() => []);
  const [lines = []] = (await Promise.race([once(child, 'message'), end])) as [Line[]?];
  const figures = lines.flatMap(({ value, ratio = 0 }) => [value, ratio]);
  if (lines.length > 0 && figures.every(Number.isFinite)) return lines;
  throw new Error(`The suite ${name} failed, or a line of it has no figure`);
}

function isKept({ value, ratio, bar, floor }: Line): boolean {
  return (bar === undefined || value <= bar) && (floor === undefined || (ratio ?? 0) >= floor);
}

function format(line: Line): string {
  const { name, value, unit, roof, ratio, bar, floor } = line;
  const figure = value >= 100 ? Math.round(value).toLocaleString('en') : `${round(value)}`;
  const limit = roof === undefined ? '' : ` × ${Math.round(roof).toLocaleString('en')}`;
  const against = ratio === undefined ? '' : `${ratio.toFixed(2)}${limit}`;
  const most = bar === undefined ? '' : `at most ${round(bar)}`;
  const promise = floor === undefined ? most : `at least ${floor} ×`;
  const verdict = promise === '' || form === 'short' ? '' : isKept(line) ? 'kept' : 'BROKEN';
  const columns = [`${figure} ${unit}`.padStart(22), against.padStart(20), promise.padStart(18)];
  return [name.padEnd(66), ...columns, verdict].join(' ').trimEnd();
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
