import { plain } from './plain.ts';
import type { Shell } from './shell.ts';
import { cutTo, textWidth } from './text-width.ts';

type Paint = (text: string, cell: string, column: number, row: number) => string;

const gap = 2;
/** A column is not cut below this. */
const narrowest = 5;

/** Rows as aligned columns. Removes control characters from stored text. `columns`: what a line may
 * take; the widest column is cut, but not the first one, which has the name to type. */
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

/** A table that fits the terminal; 0 columns: it does not say. In a pipe nothing is cut. */
export function fitted(
  { stdout }: Pick<Shell, 'stdout'>,
  rows: readonly string[][],
  paint?: Paint,
) {
  return aligned(rows, paint, stdout.isTTY === true ? stdout.columns || 80 : Infinity);
}

function narrow(widths: number[], columns: number): void {
  const [first = 0, ...others] = widths.map((width) => Math.min(width, columns));
  const sum = () => others.reduce((one, other) => one + gap + other, first);
  while (sum() > columns) {
    const widest = Math.max(...others);
    if (widest <= narrowest) break;
    others[others.indexOf(widest)] = widest - 1;
  }
  others.forEach((width, at) => (widths[at + 1] = width));
}
