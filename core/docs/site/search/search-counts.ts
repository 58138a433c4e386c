import { spellingsOf, word } from './search-words.ts';

const plainWord = /[A-Za-z0-9_]+/g;
/** Pages say the same words over and over. */
const remembered = 20_000;
const cache = new Map<string, readonly string[]>();

/** How often each word stands in a text, with the spellings under which it is found. */
export function wordCounts(text: string): [count: number, spellings: readonly string[]][] {
  const counts = new Map<string, number>();
  // Most pages are plain ASCII, whose words are found in half the time.
  const isPlain = !/[^\t\n\r -~]/.test(text);
  for (const token of text.match(isPlain ? plainWord : word) ?? []) {
    counts.set(token, (counts.get(token) ?? 0) + 1);
  }
  return [...counts].map(([token, count]) => [count, rememberedSpellings(token)]);
}

function rememberedSpellings(token: string): readonly string[] {
  const before = cache.get(token);
  if (before) return before;
  if (cache.size >= remembered) cache.clear();
  const spellings = spellingsOf(token);
  cache.set(token, spellings);
  return spellings;
}
