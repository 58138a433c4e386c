import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { Failure } from '#core/platform/failure.ts';
import { main } from '../program/main.ts';
import { root } from '../program/run.ts';
import {
  againstOf,
  figureOf,
  keep,
  promiseOf,
  readHistory,
  speedPage,
  type Kept,
} from './history.ts';
import { judged, slownessOf, yardstick } from './machine.ts';
import { benchPage } from './page.ts';
import type { Line } from './suite.ts';

const suites = readdirSync(new URL('suites/', import.meta.url)).map((file) => file.slice(0, -3));

const help = `Usage: npm run bench -- [--short] [--large] [--keep] [SUITE...]

Measures what the programs of Lantern take, against a limit of the same run where there is one.
Without names all suites run, in about half an hour; other work on the machine disturbs them.

  --short  smaller samples, in less than three minutes; CI runs this
  --large  ten million entries in the log
  --keep   adds the result of all suites to bench/history.jsonl, and writes docs/speed.md
  --page   measures nothing
  --help   this text

A line below its bar is measured again, and counts when it misses the bar three times by more than
noise (--short: and a quarter): the exit status is 1 then. Each run draws bench/index.html from bench/history.jsonl.

Suites: ${suites.join(', ')}`;

const attempts = 3;
const shortTolerance = 1.25;

await main(async () => {
  const { values, positionals } = readArguments();
  if (values.help) return console.log(help);
  const unknown = positionals.filter((name) => !suites.includes(name));
  if (unknown.length > 0) throw usage(`There is no suite ${unknown.join(', ')}`);
  if (process.platform !== 'linux') {
    throw usage('The memory of processes is read from /proc: run the benchmarks on Linux');
  }
  const form = values.short ? 'short' : values.large ? 'large' : 'usual';
  mkdirSync(`${root}bench`, { recursive: true });
  const results: Record<string, Kept[]> = {};
  console.log(`Node ${process.version}, ${cpus().length} cores\n`);
  for (const name of values.page ? [] : positionals.length > 0 ? positionals : suites) {
    results[name] = await measure(name, form);
  }
  const lines = Object.values(results).flat();
  if (values.keep && positionals.length === 0) {
    const git = (...words: string[]) => execFileSync('git', words, { cwd: root }).toString().trim();
    const commit = git('rev-parse', '--short=8', 'HEAD');
    const date = git('log', '-1', '--format=%cI');
    const { slowness } = slownessOf(await yardstick());
    const machine = { node: process.version, cores: cpus().length, slowness };
    keep({ commit, date, form, ...machine, suites: results });
  }
  const history = readHistory();
  const speed = `${root}docs/speed.md`;
  if (values.keep) writeFileSync(speed, speedPage(readFileSync(speed, 'utf8'), history));
  writeFileSync(`${root}bench/index.html`, await benchPage(history));
  console.log('\nDrawn: bench/index.html');
  const broken = lines.filter(({ isKept }) => !isKept);
  if (broken.length === 0) return;
  console.log(`\nBelow the bar: ${broken.map(({ name }) => name).join('; ')}`);
  process.exitCode = 1;
});

function readArguments() {
  const flag = { type: 'boolean' } as const;
  const options = { short: flag, large: flag, keep: flag, page: flag, help: flag };
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw usage((error as Error).message);
  }
}

function usage(problem: string): Failure {
  return new Failure('invalid', 'usage', `${problem}. See npm run bench -- --help`);
}

/** The lines of a suite. What misses its bar is measured again. */
async function measure(name: string, form: string): Promise<Kept[]> {
  let best: Kept[] = [];
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const before = await yardstick();
    const lines = await linesOf(name, form);
    const machine = slownessOf([...before, ...(await yardstick())]);
    const tolerance = form === 'short' ? shortTolerance : 1;
    const now = lines.map((line) => judged(line, machine, tolerance));
    best = now.map((line, at) => (best[at]?.isKept ? best[at] : line));
    if (best.every(({ isKept }) => isKept)) break;
  }
  for (const line of best) console.log(format(line));
  return best;
}

async function linesOf(name: string, form: string): Promise<readonly Line[]> {
  const env = { ...process.env, LANTERN_BENCH: form };
  const child = fork(new URL(`suites/${name}.ts`, import.meta.url), { env });
  const end = once(child, 'disconnect').then(() => []);
  const [lines = []] = (await Promise.race([once(child, 'message'), end])) as [Line[]?];
  const figures = lines.flatMap(({ value, ratio = 0 }) => [value, ratio]);
  if (lines.length > 0 && figures.every(Number.isFinite)) return lines;
  throw new Error(`The suite ${name} failed, or a line of it has no figure`);
}

function format(line: Kept): string {
  const promise = promiseOf(line);
  const verdict = promise === '' ? '' : line.isKept ? 'kept' : 'BROKEN';
  const columns = [figureOf(line).padStart(22), againstOf(line).padStart(20), promise.padStart(18)];
  return [line.name.padEnd(66), ...columns, verdict].join(' ').trimEnd();
}
