import { type SearchEntry, weightsOf } from './search-entry.ts';
import { encodeNumber, encodeWord, reversed, type SearchRoot, sizeClass } from './search-format.ts';
import type { SiteFile } from '../site/site-view.ts';

/** A part is about so long: a query loads a handful of them. */
export const partLength = 14_000;
/** So many parts of words are looked through whole when a word is mistyped. */
const withoutEndings = 4;

interface Hits {
  last: number;
  count: number;
  pages: string;
}

/** The full-text index: `search/**`. Entries in the order of navigation. */
export function searchFiles(entries: readonly SearchEntry[]): SiteFile[] {
  const found = new Map<string, Hits>();
  for (const [page, entry] of entries.entries()) {
    for (const [word, weight] of weightsOf(entry)) {
      let hits = found.get(word);
      if (!hits) found.set(word, (hits = { last: -1, count: 0, pages: '' }));
      hits.pages += encodeNumber((page - hits.last) * 4 + weight);
      hits.last = page;
      hits.count += 1;
    }
  }
  const words = [...found.keys()].sort();
  const ending = (word: string) => String.fromCharCode(65 + sizeClass(found.get(word)?.count ?? 1));
  const forward = parts(words, (word, before) => encodeWord(before, word) + ending(word));
  const backward =
    forward.firsts.length <= withoutEndings
      ? { firsts: [], texts: [] }
      : parts(
          words.map(reversed).sort(),
          (word, before) => encodeWord(before, word) + ending(reversed(word)),
        );
  const hits = parts(
    words,
    (word, before) => `${encodeWord(before, word)}:${found.get(word)?.pages ?? ''}~`,
  );
  const root: SearchRoot = {
    pages: entries.length,
    words: forward.firsts,
    endings: backward.firsts,
    hits: hits.firsts,
  };
  return [
    searchFile('root', root),
    ...forward.texts.map((text, at) => searchFile(`words.${at}`, text)),
    ...backward.texts.map((text, at) => searchFile(`endings.${at}`, text)),
    ...hits.texts.map((text, at) => searchFile(`hits.${at}`, text)),
    ...entries.map((entry, page) => pageFile(page, entry)),
  ];
}

/** A script that hands its content over: from file: nothing else can be read. */
export function searchFile(name: string, content: unknown): SiteFile {
  return {
    path: `search/${name}.js`,
    body: `lanternSearch("${name}",${JSON.stringify(content)});\n`,
  };
}

export function pageFile(page: number, { sections }: Pick<SearchEntry, 'sections'>): SiteFile {
  return { path: `search/page.${page}.js`, body: `lanternSearch("page.${page}",${sections});\n` };
}

function parts(
  words: readonly string[],
  encode: (word: string, before: string) => string,
): { firsts: string[]; texts: string[] } {
  const firsts: string[] = [];
  const texts: string[] = [];
  let text: string[] = [];
  let length = 0;
  let before = '';
  for (const word of words) {
    if (text.length === 0) firsts.push(word);
    const piece = encode(word, before);
    text.push(piece);
    length += piece.length;
    before = word;
    if (length < partLength) continue;
    texts.push(text.join(''));
    text = [];
    length = 0;
    before = '';
  }
  if (text.length > 0) texts.push(text.join(''));
  return { firsts, texts };
}
