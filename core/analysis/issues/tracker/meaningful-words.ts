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
  const kept = words.filter((word) => /[\p{L}\p{N}]/u.test(word) && !stopWords.has(word));
  return [...new Set(kept)];
}
