import { plain } from './plain.ts';
import type { Shell } from './shell.ts';
import { cutTo, textWidth } from './text-width.ts';

type Paint = (text: string, cell: string, column: number, row: number) => string;

const gap = 2;
/** A column is not cut below this. */
const narrowest = 5;

/** Rows as aligned columns. Removes control characters from stored text. `columns`: what a line may
 * take; the widest column is cut, but not the first one, which has the name to type; then the last ones
 * are left out. */
export function aligned(
  rows: readonly (readonly string[])[],
  paint: Paint = (text) => text,
  columns = Infinity,
): string {
  const clean = rows.map((row) => row.map((cell) => plain(cell).replaceAll('\n', ' ')));
  const widths = (clean[0] ?? []).map((_, at) =>
    Math.max(...clean.map((row) => textWidth(row[at] ?? ''))),
  );
  narrow(widths, columns);
  return clean
    .map((row, number) =>
      row
        .slice(0, widths.length)
        .map((whole, at) => {
          const width = widths[at] ?? 0;
          const cell = cutTo(width, whole);
          const space = at === row.length - 1 ? '' : ' '.repeat(width - textWidth(cell));
          return paint(cell + space, whole, at, number);
        })
        .join(' '.repeat(gap))
        .trimEnd(),
    )
    .join('\n');
}

/** A table that fits the terminal. In a pipe nothing is cut. */
export function fitted(
  { stdout }: Pick<Shell, 'stdout'>,
  rows: readonly string[][],
  paint?: Paint,
) {
  return aligned(rows, paint, columnsOf(stdout));
}

/** Names with what they mean, whose words go on below where the line of the terminal ends. */
export function explained(
  { stdout }: Pick<Shell, 'stdout'>,
  rows: readonly (readonly string[])[],
): string {
  const start = Math.max(0, ...rows.map(([name = '']) => textWidth(name))) + gap;
  const columns = columnsOf(stdout);
  // Where the names leave no room, each has its words below itself.
  const isNarrow = columns - start < leastRoom;
  const margin = isNarrow ? 6 : start;
  return rows
    .map(([name = '', text = '']) => {
      const lines = wrapped(text, Math.max(leastRoom, columns - margin));
      const below = lines.map((line) => ' '.repeat(margin) + line);
      if (isNarrow) return [name, ...below].join('\n');
      const space = ' '.repeat(start - textWidth(name));
      return [`${name}${space}${lines[0] ?? ''}`.trimEnd(), ...below.slice(1)].join('\n');
    })
    .join('\n');
}

const leastRoom = 24;
const widest = 100;

/** Sentences in lines that the terminal has room for. */
export function paragraph({ stdout }: Pick<Shell, 'stdout'>, text: string): string {
  const columns = Math.min(widest, columnsOf(stdout));
  return wrapped(text.replaceAll('\n', ' ').trim(), columns).join('\n');
}

function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && textWidth(longer) <= columns) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** 0: the terminal does not say. */
function columnsOf(stdout: Shell['stdout']): number {
  return stdout.isTTY === true ? stdout.columns || 80 : Infinity;
}

function narrow(widths: number[], columns: number): void {
  const [first = 0, ...others] = widths.map((width) => Math.min(width, columns));
  const sum = () => others.reduce((one, other) => one + gap + other, first);
  while (sum() > columns) {
    const largest = Math.max(...others);
    if (largest > narrowest) others[others.indexOf(largest)] = largest - 1;
    else if (others.length > 1) others.pop();
    else break;
  }
  widths.splice(1, Infinity, ...others);
}
