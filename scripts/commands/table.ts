type Paint = (text: string, cell: string, column: number, row: number) => string;

/** Rows as aligned columns. Removes control characters from stored text. */
export function aligned(
  rows: readonly (readonly string[])[],
  paint: Paint = (text) => text,
): string {
  const clean = rows.map((row) => row.map((cell) => cell.replace(/[\0-\x1f\x7f-\x9f]+/g, ' ')));
  const widths = (clean[0] ?? []).map((_, at) =>
    Math.max(...clean.map((row) => row[at]?.length ?? 0)),
  );
  return clean
    .map((row, number) =>
      row
        .map((cell, at) => {
          const text = at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0);
          return paint(text, cell, at, number);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
