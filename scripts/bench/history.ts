import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { markdownTable, withPart } from '../program/markdown-table.ts';
import { root } from '../program/run.ts';
import type { Line } from './suite.ts';

export interface Kept extends Line {
  readonly isKept: boolean;
}

/** What was measured of a commit. */
export interface Measured {
  readonly commit: string;
  readonly date: string;
  readonly form: string;
  readonly node: string;
  readonly cores: number;
  /** Absent: an older run, which does not tell. */
  readonly slowness?: number;
  readonly suites: Readonly<Record<string, readonly Kept[]>>;
}

/** One line of JSON for each. */
const file = `${root}bench/history.jsonl`;

/** The oldest first. */
export function readHistory(): Measured[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Measured]));
}

export function keep(measured: Measured): void {
  const short = (_: string, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(4)) : value;
  appendFileSync(file, `${JSON.stringify(measured, short)}\n`);
}

/** The text of docs/speed.md with the figures of the newest complete run, else of the newest one. */
export function speedPage(page: string, history: readonly Measured[]): string {
  const run = history.findLast(({ form }) => form === 'usual') ?? history.at(-1);
  if (!run) throw new Error('No run of the benchmark is kept');
  const { commit, node, cores, form, slowness: slow = 1, suites } = run;
  const lines = Object.values(suites).flat();
  const rows = lines.map((line) => [line.name, figureOf(line), againstOf(line), promiseOf(line)]);
  const slower = slow > 1 ? `, ${slow.toFixed(1)} times as slow as the machine of the bars` : '';
  const where = `Commit ${commit}, Node ${node}, ${cores} cores${slower}, the ${form} form.`;
  const figures = markdownTable(['what', 'figure', 'against', 'bar'], rows);
  return withPart(page, 'bench', `${where}\n\n${figures}`);
}

export function figureOf({ value, unit }: Line): string {
  return `${shortNumber(value)} ${unit}`.trimEnd();
}

export function promiseOf({ bar, floor }: Line): string {
  if (floor !== undefined) return `at least ${floor} ×`;
  return bar === undefined ? '' : `at most ${shortNumber(bar)}`;
}

export function againstOf({ ratio, roof }: Line): string {
  if (ratio === undefined) return '';
  return `${ratio.toFixed(2)}${roof === undefined ? '' : ` × ${shortNumber(roof)}`}`;
}

function shortNumber(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : `${Math.round(value * 100) / 100}`;
}
