import { meaningfulWords } from './meaningful-words.ts';

interface Report {
  readonly title: string;
  readonly description: string;
}

/** Of the words that summary and title share, against all of both (Dice's coefficient): 0 to 1, two
 * decimals. A word of the summary that is only in the description counts a quarter. */
export function score({ title, description }: Report, summary: string): number {
  const titleWords = new Set(meaningfulWords(title));
  const words = meaningfulWords(summary);
  if (words.length === 0) return 0;
  const described = new Set(meaningfulWords(description));
  const shared = words.reduce(
    (sum, word) => sum + (titleWords.has(word) ? 1 : described.has(word) ? 0.25 : 0),
    0,
  );
  const share = (2 * shared) / (titleWords.size + words.length);
  return Math.round(Math.min(1, share) * 100) / 100;
}
