/**
 * The parts of the full-text index. Words are lower case, so that ASCII capitals end them; in a
 * sorted list each word says how many characters it shares with the one before.
 *
 * words.N, endings.N   shared, rest, capital for how many pages have it (endings: words reversed)
 * hits.N               shared, rest, `:`, pages, `~`
 * names.N              [name, page, rank, id][], all of one name together: see search-definitions.ts
 * page.N               {slug, title, group, sections: [id, heading, text][]}
 */
export interface SearchRoot {
  readonly pages: number;
  /** The first word of each part. */
  readonly words: readonly string[];
  /** Empty when all of `words` is small enough to be looked through. */
  readonly endings: readonly string[];
  readonly hits: readonly string[];
  /** Absent in sites of older versions. */
  readonly names?: readonly string[];
}

export type NamedPlace = readonly [name: string, page: number, rank: number, id: string];

export interface SearchPage {
  readonly slug: string;
  readonly title: string;
  readonly group: string;
  readonly sections: readonly (readonly [id: string, heading: string, text: string])[];
}

/** 0: in the text, 1: several times, 2: in a heading, 3: in the title. */
export interface Posting {
  readonly page: number;
  readonly weight: number;
}

/** How many pages have a word, by powers of two. */
export interface WordCount {
  readonly word: string;
  readonly size: number;
}

const digits = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_';

export function encodeNumber(value: number): string {
  let rest = value;
  let text = '';
  while (rest >= 32) {
    text += digits.charAt(32 + (rest % 32));
    rest = Math.floor(rest / 32);
  }
  return text + digits.charAt(rest);
}

export function decodePostings(text: string): Posting[] {
  const postings: Posting[] = [];
  let page = -1;
  let value = 0;
  let unit = 1;
  for (const character of text) {
    const digit = digits.indexOf(character);
    value += (digit % 32) * unit;
    unit *= 32;
    if (digit >= 32) continue;
    page += Math.floor(value / 4);
    postings.push({ page, weight: value % 4 });
    value = 0;
    unit = 1;
  }
  return postings;
}

export function sizeClass(pages: number): number {
  return Math.min(25, Math.floor(Math.log2(Math.max(1, pages))));
}

/** Where a word would stand: the last part that begins with it or before it. */
export function partOf(firsts: readonly string[], word: string): number {
  let low = 0;
  let high = firsts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((firsts[middle] ?? '') <= word) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function encodeWord(before: string, word: string): string {
  let shared = 0;
  const most = Math.min(before.length, word.length, 35);
  while (shared < most && before.charCodeAt(shared) === word.charCodeAt(shared)) shared += 1;
  return shared.toString(36) + word.slice(shared);
}

export function decodeWords(text: string): WordCount[] {
  let word = '';
  return [...text.matchAll(/([0-9a-z])([^A-Z]*)([A-Z])/g)].map(
    ([, shared = '0', rest = '', size]) => {
      word = word.slice(0, parseInt(shared, 36)) + rest;
      return { word, size: (size ?? 'A').charCodeAt(0) - 65 };
    },
  );
}

/** Words and their pages, still encoded. */
export function decodeHits(text: string): [word: string, pages: string][] {
  let word = '';
  return [...text.matchAll(/([0-9a-z])([^:]*):([^~]*)~/g)].map(
    ([, shared = '0', rest = '', pages]) => {
      word = word.slice(0, parseInt(shared, 36)) + rest;
      return [word, pages ?? ''];
    },
  );
}

export function reversed(word: string): string {
  return [...word].reverse().join('');
}
