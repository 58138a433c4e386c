import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import type { Line } from './line.ts';

const suites = [
  'http',
  'receive',
  'serving',
  'records',
  'jobs',
  'markdown',
  'render',
  'generate',
  'gallery',
  'analysis',
  'analysis-results',
  'junit',
  'builds',
  'memory',
  'cold-start',
  'command-line',
  'sessions',
  'sessions-gib',
  'logs',
  'review',
  'agent',
  'logs-page',
] as const;
/** Too long to be part of every run. */
const onDemand = ['logs-ten-million'] as const;

// Measures ratios to a limit of the same run. Arguments select suites by name.
const wanted = process.argv.slice(2);
const results: Line[] = [];
console.log(`Node ${process.version}, ${cpus().length} cores\n`);
const chosen = [...suites, ...onDemand].filter((suite) => wanted.includes(suite));
for (const suite of wanted.length > 0 ? chosen : suites) {
  for (const line of await linesOf(suite)) {
    results.push(line);
    console.log(format(line));
  }
}
const broken = results.filter((line) => !isKept(line));
if (wanted.length === 0) {
  const folder = new URL('../../bench/', import.meta.url);
  await mkdir(folder, { recursive: true });
  const content = { node: process.version, cores: cpus().length, lines: results };
  await writeFile(new URL('latest.json', folder), `${JSON.stringify(content, null, 2)}\n`);
  console.log('\nWritten to bench/latest.json');
}
if (broken.length > 0) {
  console.log(`\nBelow the bar: ${broken.map(({ name }) => name).join('; ')}`);
  process.exitCode = 1;
}

async function linesOf(suite: string): Promise<Line[]> {
  const child = fork(new URL('./suite.ts', import.meta.url), [suite]);
  const [lines] = await Promise.race([
    once(child, 'message') as Promise<[Line[]]>,
    once(child, 'exit').then(() => Promise.reject(new Error(`The suite ${suite} failed`))),
  ]);
  child.disconnect();
  return lines;
}

function isKept({ value, ratio, bar, floor }: Line): boolean {
  return (bar === undefined || value <= bar) && (floor === undefined || (ratio ?? 0) >= floor);
}

function format(line: Line): string {
  const { name, value, unit, roof, ratio, bar, floor } = line;
  const figure =
    value >= 100 ? Math.round(value).toLocaleString('en') : String(Math.round(value * 100) / 100);
  const against =
    ratio === undefined
      ? ''
      : `${ratio.toFixed(2)} × ${roof ? Math.round(roof).toLocaleString('en') : ''}`;
  const promise =
    bar !== undefined ? `at most ${bar}` : floor !== undefined ? `at least ${floor} ×` : '';
  const mark = promise === '' ? '' : isKept(line) ? 'kept' : 'BROKEN';
  return [
    name.padEnd(56),
    `${figure} ${unit}`.padStart(22),
    against.padStart(20),
    promise.padStart(18),
    mark,
  ]
    .join(' ')
    .trimEnd();
}
