import { plain } from './line/plain.ts';
import type { Shell } from './line/shell.ts';
import { cutTo, textWidth } from './line/text-width.ts';

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

/** A table that fits the terminal. In a pipe nothing is cut. */
export function fitted(
  { stdout }: Pick<Shell, 'stdout'>,
  rows: readonly string[][],
  paint?: Paint,
) {
  return aligned(rows, paint, stdout.isTTY === true ? (stdout.columns ?? 80) : Infinity);
}

function narrow(widths: number[], columns: number): void {
  const sum = () => widths.reduce((one, other) => one + other, gap * (widths.length - 1));
  for (let excess = sum() - columns; excess > 0; excess = sum() - columns) {
    const widest = Math.max(...widths.slice(1));
    if (widest <= narrowest) return;
    const next = Math.max(narrowest, ...widths.slice(1).filter((width) => width < widest));
    const at = widths.indexOf(widest, 1);
    widths[at] = Math.max(widest - excess, Math.min(next, widest - 1), narrowest);
  }
}
