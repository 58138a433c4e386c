/**
 * Unicode simple lower case. Keeps the length, so that a place in the folded text is the same place
 * in the text. toLowerCase() alone maps İ to two characters, and Σ by its place in the word.
 */
export function fold(text: string): string {
  return text.replace(/[İΣ]/g, (letter) => (letter === 'İ' ? 'i' : 'σ')).toLowerCase();
}

/** Letters beyond this have no case (Unicode 16). */
const lastCased = 0x1_ff_ff;

let table: ReadonlyMap<string, readonly string[]> | undefined;

/** Everything that folds to the folded character, itself included. */
export function spellingsOf(character: string): readonly string[] {
  table ??= spellings();
  return [character, ...(table.get(character) ?? [])];
}

function spellings(): Map<string, string[]> {
  const letters = new Map<string, string[]>();
  for (let code = 0x41; code <= lastCased; code += 1) {
    const letter = String.fromCodePoint(code);
    const lower = fold(letter);
    if (lower === letter) continue;
    const others = letters.get(lower);
    if (others) others.push(letter);
    else letters.set(lower, [letter]);
  }
  return letters;
}
