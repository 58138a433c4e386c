/** What counts as a word, for the index and for what is asked of it. It runs in browsers too. */
const maxWordLength = 32;
export const word = /[\p{L}\p{N}\p{M}_]+/gu;
/** Scripts without spaces between words are searched by pairs of characters. */
const dense =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const humps = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|_+/u;

export interface FoundWord {
  readonly at: number;
  readonly length: number;
  /** The word in the index's spelling, and the parts of a name such as `openHarbour`. */
  readonly spellings: readonly string[];
}

export function* wordsIn(text: string): Generator<FoundWord> {
  for (const { 0: token, index: at } of text.matchAll(word)) {
    const spellings = spellingsOf(token);
    if (spellings.length > 0) yield { at, length: token.length, spellings };
  }
}

/** What is asked for: names in their parts. At most six, which is more than anybody types. */
export function askedWords(query: string): string[] {
  const words = new Set<string>();
  for (const { spellings } of wordsIn(query)) {
    for (const spelling of spellings.length > 1 ? spellings.slice(1) : spellings) {
      words.add(spelling);
    }
  }
  return [...words].slice(0, 6);
}

export function spellingsOf(token: string): string[] {
  const whole = fold(token.replaceAll('_', ''));
  if (whole === '') return [];
  if (dense.test(whole)) return [whole.slice(0, maxWordLength), ...pairs(whole)];
  const parts = token.split(humps).map(fold).filter(Boolean);
  const all = parts.length > 1 ? [whole, ...parts] : [whole];
  return [...new Set(all.map((part) => part.slice(0, maxWordLength).toWellFormed()))];
}

function pairs(text: string): string[] {
  const characters = [...text];
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}

function fold(text: string): string {
  if (/^[a-z0-9]*$/.test(text)) return text;
  const plain = /^[\x20-\x7e]*$/.test(text) ? text : text.normalize('NFKD').replace(/\p{M}/gu, '');
  return plain.toLowerCase().replace(/[A-Z]/g, '');
}
