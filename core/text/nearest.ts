import { closeness } from './closeness.ts';

/** ` Did you mean 'list'?`, or nothing when no word is similar. */
export function suggestion(typed: string, words: readonly string[]): string {
  const [near] = words
    .map((word) => ({ word, max: Math.max(1, Math.floor(word.length / 3)) }))
    .map(({ word, max }) => ({ word, max, ...closeness(typed, word, max, false) }))
    .filter(({ distance, max }) => distance <= max)
    .sort((one, other) => one.distance - other.distance);
  return near ? ` Did you mean '${near.word}'?` : '';
}
