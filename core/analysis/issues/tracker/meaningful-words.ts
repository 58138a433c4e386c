/** English words without meaning for a search; Jira's index leaves them out too. */
const stopWords = new Set(
  `a an and are as at be but by for from has have if in into is it its no not of on or s such t that
  the their then there these they this to was when which will with`.split(/\s+/),
);

/** The words of a text in lower case, each once, in the order of the text. */
export function meaningfulWords(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}_]+/gu) ?? [];
  // A word of underscores or marks alone is none.
  const meaningful = words.filter((word) => /[\p{L}\p{N}]/u.test(word) && !stopWords.has(word));
  return [...new Set(meaningful)];
}

interface BugTexts {
  readonly title: string;
  readonly description: string;
}

/** The words that summary and title share, against all of both (Dice's coefficient): 0 to 1, two
 * decimals. A word of the summary that is only in the description counts a quarter. */
export function score({ title, description }: BugTexts, summary: string): number {
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
