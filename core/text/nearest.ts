/** ` Did you mean 'list'?`, or nothing when no word is similar. */
export function suggestion(typed: string, words: readonly string[]): string {
  const near = words
    .map((word) => ({ word, distance: distanceOf(typed, word) }))
    .filter(({ word, distance }) => distance <= Math.max(1, Math.floor(word.length / 3)))
    .sort((one, other) => one.distance - other.distance)[0];
  return near ? ` Did you mean '${near.word}'?` : '';
}

/** The number of letters added, left out, changed or swapped with a neighbour. */
function distanceOf(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  const cell = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    rows.push(next);
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      next.push(
        Math.min(
          cell(row - 1, column) + 1,
          cell(row, column - 1) + 1,
          cell(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? cell(row - 2, column - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return cell(one.length, other.length);
}
