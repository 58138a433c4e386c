import { spellingsOf, word } from './search-words.ts';

const plainWord = /[A-Za-z0-9_]+/g;
/** Pages say the same words over and over. */
const remembered = 20_000;
const known = new Map<string, readonly string[]>();

/** How often each word stands in a text, with the spellings under which it is found. */
export function wordCounts(text: string): [count: number, spellings: readonly string[]][] {
  const counts = new Map<string, number>();
  // Most pages are plain ASCII, whose words are found in half the time.
  const isPlain = !/[^\t\n\r -~]/.test(text);
  for (const found of text.match(isPlain ? plainWord : word) ?? []) {
    counts.set(found, (counts.get(found) ?? 0) + 1);
  }
  return [...counts].map(([found, count]) => [count, rememberedSpellings(found)]);
}

function rememberedSpellings(found: string): readonly string[] {
  const before = known.get(found);
  if (before) return before;
  if (known.size >= remembered) known.clear();
  const spellings = spellingsOf(found);
  known.set(found, spellings);
  return spellings;
}
