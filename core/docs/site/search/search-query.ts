import { closeness } from '#core/text/closeness.ts';
import {
  decodeHits,
  decodePostings,
  decodeWords,
  type NamedPlace,
  partOf,
  reversed,
  type SearchPage,
  type SearchRoot,
  type WordCount,
} from './search-format.ts';
import { nameIn, nameKey } from './search-name.ts';
import { bestSection, namedSection, type SearchHit } from './search-snippet.ts';
import { askedWords } from './search-words.ts';

/** Gives the content of a part by its name; it is loaded once. */
export type LoadPart = (name: string) => Promise<unknown>;

const shownHits = 8;
const shownDefinitions = 5;
/** What one question may load, so that the first one stays small on any site. */
const partsOfWords = 3;
const partsOfHits = 6;
const weights = [1, 1.35, 2.2, 4];

interface SearchOptions {
  /** Takes a word for no other one that it may mistype. */
  readonly isExact?: boolean;
}

/** A hit that can be compared with those of other sites. */
export interface RankedHit extends SearchHit {
  /** The number of words that the page has, and how much they weigh there; one more: it defines the name
   * that is asked for. */
  readonly rank: number;
}

interface Meaning {
  readonly word: string;
  /** 1 for the word itself. */
  readonly factor: number;
}

/** Sections that define the name that is asked for, then pages that have the words, best first. The last
 * word may be unfinished. */
export async function searchIndex(
  load: LoadPart,
  query: string,
  { isExact = false }: SearchOptions = {},
): Promise<RankedHit[]> {
  const root = (await load('root')) as SearchRoot;
  const queryWords = askedWords(query);
  if (queryWords.length === 0 || root.words.length === 0) return [];
  const isOpen = /[\p{L}\p{N}]$/u.test(query);
  const meanings = await Promise.all(
    queryWords.map((word, at) =>
      meaningsOf(load, root, word, { isOpen: isOpen && at === queryWords.length - 1, isExact }),
    ),
  );
  const [postings, places] = await Promise.all([
    postingsOf(load, root, meanings),
    definitions(load, root, query),
  ]);

  const scores = new Map<number, { score: number; matched: number }>();
  for (const group of meanings) {
    const best = new Map<number, number>();
    for (const { word, factor } of group) {
      const pages = postings.get(word) ?? [];
      const rarity = Math.log(1 + root.pages / Math.max(1, pages.length));
      for (const { page, weight } of pages) {
        const score = factor * (0.3 + rarity) * (weights[weight] ?? 1);
        if (score > (best.get(page) ?? 0)) best.set(page, score);
      }
    }
    for (const [page, score] of best) {
      const sum = scores.get(page) ?? { score: 0, matched: 0 };
      scores.set(page, { score: sum.score + score, matched: sum.matched + 1 });
    }
  }
  const ranked = [...scores].sort(
    ([pageA, a], [pageB, b]) => b.matched - a.matched || b.score - a.score || pageA - pageB,
  );
  const wordGroups = meanings.map((group) => new Set(group.map(({ word }) => word)));
  const pageOf = async (page: number) => (await load(`page.${page}`)) as SearchPage;
  const [definitionHits, mentioned] = await Promise.all([
    Promise.all(
      places.map(async (place) => ({
        ...namedSection(await pageOf(place[1]), place, wordGroups),
        rank: queryWords.length + 1,
      })),
    ),
    Promise.all(
      ranked.slice(0, shownHits).map(async ([page, { matched, score }]) => ({
        ...bestSection(await pageOf(page), wordGroups),
        rank: matched + score / (100 + score),
      })),
    ),
  ]);
  const isNamed = new Set(definitionHits.map(({ slug, id }) => `${slug}#${id}`));
  const others = mentioned.filter(({ slug, id }) => !isNamed.has(`${slug}#${id}`));
  return [...definitionHits, ...others].slice(0, shownHits);
}

/** Where a name is defined that is just what was asked for, in any case of its letters. */
async function definitions(load: LoadPart, root: SearchRoot, query: string): Promise<NamedPlace[]> {
  const name = nameIn(query);
  const firsts = root.names ?? [];
  if (name === '' || firsts.length === 0) return [];
  const key = nameKey(name);
  const part = (await load(`names.${partOf(firsts, key)}`)) as readonly NamedPlace[];
  const rankOf = ([own, , rank]: NamedPlace) => 2 * rank + (own === name ? 0 : 1);
  return part
    .filter(([own]) => nameKey(own) === key)
    .sort((a, b) => rankOf(a) - rankOf(b) || a[1] - b[1])
    .slice(0, shownDefinitions);
}

/** The words of the index that a word stands for: itself, what it begins, what it mistypes. */
async function meaningsOf(
  load: LoadPart,
  root: SearchRoot,
  queryWord: string,
  { isOpen, isExact }: { readonly isOpen: boolean; readonly isExact: boolean },
): Promise<Meaning[]> {
  const candidates = await wordsFrom(
    load,
    'words',
    root.words,
    queryWord,
    isOpen ? queryWord : undefined,
  );
  const exact = candidates.some(({ word }) => word === queryWord);
  const meanings: Meaning[] = exact ? [{ word: queryWord, factor: 1 }] : [];
  if (isOpen && queryWord.length > 1) {
    const completions = candidates
      .filter(({ word }) => word !== queryWord && word.startsWith(queryWord))
      .sort((a, b) => b.size - a.size || a.word.length - b.word.length);
    meanings.push(...completions.slice(0, 4).map(({ word }) => ({ word, factor: 0.7 })));
  }
  if (meanings.length > 0 || queryWord.length < 4 || isExact) return meanings;
  return mistyped(load, root, queryWord, isOpen);
}

/** One slip leaves the beginning or the end of a word whole: candidates share one of them. */
async function mistyped(
  load: LoadPart,
  root: SearchRoot,
  queryWord: string,
  isOpen: boolean,
): Promise<Meaning[]> {
  const end = reversed(queryWord).slice(0, queryWord.length >= 8 ? 4 : 3);
  const lists =
    root.endings.length === 0
      ? await Promise.all(root.words.map((first) => wordsFrom(load, 'words', root.words, first)))
      : await Promise.all([
          wordsFrom(load, 'words', root.words, queryWord.slice(0, 3), queryWord.slice(0, 3)),
          wordsFrom(load, 'endings', root.endings, end, end).then((list) =>
            list.map(({ word, size }) => ({ word: reversed(word), size })),
          ),
        ]);
  const candidates = new Map(lists.flat().map(({ word, size }) => [word, size]));
  const maxDistance = queryWord.length >= 8 ? 2 : 1;
  return [...candidates]
    .map(([word, size]) => ({ word, size, ...closeness(queryWord, word, maxDistance, isOpen) }))
    .filter(({ distance }) => distance <= maxDistance)
    .sort((a, b) => a.distance - b.distance || a.rest - b.rest || b.size - a.size)
    .slice(0, 3)
    .map(({ word, distance, rest }) => ({ word, factor: (rest > 0 ? 0.4 : 0.5) / distance }));
}

/** The parts where a word stands, or those of all words that begin with something. */
async function wordsFrom(
  load: LoadPart,
  name: string,
  firsts: readonly string[],
  word: string,
  beginning?: string,
): Promise<WordCount[]> {
  const from = partOf(firsts, word);
  const to = beginning === undefined ? from : partOf(firsts, `${beginning}\uffff`);
  const numbers = [];
  for (let at = from; at <= Math.min(to, from + partsOfWords - 1); at += 1) numbers.push(at);
  const texts = await Promise.all(numbers.map((at) => load(`${name}.${at}`)));
  return texts.flatMap((text) => decodeWords(String(text)));
}

async function postingsOf(load: LoadPart, root: SearchRoot, meanings: readonly Meaning[][]) {
  const words = meanings.flat().sort((a, b) => b.factor - a.factor);
  const parts = new Map<number, string[]>();
  for (const { word } of words) {
    const part = partOf(root.hits, word);
    if (!parts.has(part) && parts.size >= partsOfHits) continue;
    parts.set(part, [...(parts.get(part) ?? []), word]);
  }
  const postings = await Promise.all(
    [...parts].map(async ([part, partWords]) => {
      const hits = new Map(decodeHits(String(await load(`hits.${part}`))));
      return partWords.map((word) => [word, decodePostings(hits.get(word) ?? '')] as const);
    }),
  );
  return new Map(postings.flat());
}
