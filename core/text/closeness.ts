export interface Closeness {
  /** Slips between the two: a letter more, less, other, or two swapped. */
  readonly distance: number;
  /** Letters that the word goes on for. */
  readonly rest: number;
}

/**
 * How many slips lead from what was typed to a word, or to its beginning when it may go on. More
 * than `most` is not counted exactly.
 */
export function closeness(typed: string, word: string, most: number, mayGoOn: boolean): Closeness {
  const far = { distance: most + 1, rest: 0 };
  if (word.length < typed.length - most) return far;
  if (!mayGoOn && word.length > typed.length + most) return far;
  const columns = Math.min(word.length, typed.length + most);
  let older: number[] = [];
  let above = Array.from({ length: columns + 1 }, (_, at) => at);
  for (let row = 1; row <= typed.length; row += 1) {
    const line = [row];
    let least = row;
    for (let column = 1; column <= columns; column += 1) {
      const isSame = typed[row - 1] === word[column - 1];
      let value = Math.min(
        (above[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwapped = typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1];
      if (row > 1 && column > 1 && isSwapped) value = Math.min(value, (older[column - 2] ?? 0) + 1);
      line.push(value);
      least = Math.min(least, value);
    }
    if (least > most) return far;
    older = above;
    above = line;
  }
  const whole = word.length === columns ? (above[columns] ?? most + 1) : most + 1;
  if (!mayGoOn || whole <= most) return { distance: whole, rest: 0 };
  const distance = Math.min(...above);
  return { distance, rest: word.length - above.lastIndexOf(distance) };
}
