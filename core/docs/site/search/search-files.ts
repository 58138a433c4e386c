import { type SearchEntry, type SearchWords, weightsOf } from './search-entry.ts';
import {
  encodeNumber,
  encodeWord,
  type NamedPlace,
  reversed,
  type SearchRoot,
  sizeClass,
} from './search-format.ts';
import { nameKey } from './search-name.ts';
import type { SiteFile } from '../site-view.ts';

/** A part is about so long: a query loads a handful of them. */
const partLength = 14_000;
/** So many parts of words are looked through whole when a word is mistyped. */
const withoutEndings = 4;
const placesOfName = 20;

interface Hits {
  last: number;
  count: number;
  pages: string;
}

/** The full-text index of all pages: `search/**`. Entries in the order of navigation. */
export function searchFiles(entries: readonly SearchWords[]): SiteFile[] {
  const hitsByWord = new Map<string, Hits>();
  for (const [page, entry] of entries.entries()) {
    for (const [word, weight] of weightsOf(entry)) {
      let hits = hitsByWord.get(word);
      if (!hits) hitsByWord.set(word, (hits = { last: -1, count: 0, pages: '' }));
      hits.pages += encodeNumber((page - hits.last) * 4 + weight);
      hits.last = page;
      hits.count += 1;
    }
  }
  const words = [...hitsByWord.keys()].sort();
  const ending = (word: string) =>
    String.fromCharCode(65 + sizeClass(hitsByWord.get(word)?.count ?? 1));
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
    (word, before) => `${encodeWord(before, word)}:${hitsByWord.get(word)?.pages ?? ''}~`,
  );
  const names = nameParts(entries);
  const root: SearchRoot = {
    pages: entries.length,
    words: forward.firsts,
    endings: backward.firsts,
    hits: hits.firsts,
    names: names.map(([first = ['', 0, 0, '']]) => nameKey(first[0])),
  };
  return [
    searchFile('root', root),
    ...forward.texts.map((text, at) => searchFile(`words.${at}`, text)),
    ...backward.texts.map((text, at) => searchFile(`endings.${at}`, text)),
    ...hits.texts.map((text, at) => searchFile(`hits.${at}`, text)),
    ...names.map((part, at) => searchFile(`names.${at}`, part)),
  ];
}

/** A script that hands its content over: from file: nothing else can be read. */
export function searchFile(name: string, content: unknown): SiteFile {
  return {
    path: `search/${name}.js`,
    body: `lanternSearch("${name}",${JSON.stringify(content)});\n`,
  };
}

/** The part of one page, for snippets. */
export function pageFile(page: number, { sections }: Pick<SearchEntry, 'sections'>): SiteFile {
  return { path: `search/page.${page}.js`, body: `lanternSearch("page.${page}",${sections});\n` };
}

/** By name. Only the best places of each: readers do not look through a hundred. */
function nameParts(entries: readonly SearchWords[]): NamedPlace[][] {
  const places = new Map<string, NamedPlace[]>();
  for (const [page, { names }] of entries.entries()) {
    for (const [name, rank, id] of names) {
      const key = nameKey(name);
      const own = places.get(key);
      if (own) own.push([name, page, rank, id]);
      else places.set(key, [[name, page, rank, id]]);
    }
  }
  const parts: NamedPlace[][] = [];
  let length = partLength;
  for (const [, own] of [...places].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const best = own.sort((a, b) => a[2] - b[2] || a[1] - b[1]).slice(0, placesOfName);
    if (length >= partLength) {
      parts.push([]);
      length = 0;
    }
    parts.at(-1)?.push(...best);
    length += JSON.stringify(best).length;
  }
  return parts;
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
