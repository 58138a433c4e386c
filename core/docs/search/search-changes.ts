import { type SearchWords, weightsOf } from './search-entry.ts';
import { partLength, searchFile } from './search-files.ts';
import {
  decodeHits,
  decodePostings,
  decodeWords,
  encodePostings,
  encodeWord,
  partOf,
  reversed,
  type SearchRoot,
  sizeClass,
} from './search-format.ts';
import type { SiteFile } from '../site/site-view.ts';

export interface SearchChange {
  readonly number: number;
  readonly before: SearchWords;
  readonly after: SearchWords;
}

type Read = (path: string) => Promise<string | undefined>;

/** Of one word: what pages it has now; undefined where the page lost it. */
type Edits = Map<number, number | undefined>;

/**
 * What of the index changes when some pages changed and the list of pages did not. Undefined: the
 * index that is there cannot be mended; make it anew. The pages' own files are not among them.
 */
export async function searchChanges(
  read: Read,
  changes: readonly SearchChange[],
): Promise<SiteFile[] | undefined> {
  const root = await readPart<SearchRoot>(read, 'root');
  if (!root || root.hits.length === 0) return undefined;
  const files: SiteFile[] = [];
  const sizes = new Map<string, number>();
  for (const [part, edits] of grouped(root.hits, editsOf(changes))) {
    const text = await readPart<string>(read, `hits.${part}`);
    if (text === undefined) return undefined;
    const hits = new Map(decodeHits(text));
    for (const [word, pages] of edits) applyEdits(hits, word, pages, sizes);
    const mended = written([...hits.keys()].sort(), (word) => `:${hits.get(word)}~`);
    if (mended.length > 3 * partLength) return undefined;
    files.push(searchFile(`hits.${part}`, mended));
  }
  const lists = [
    { name: 'words', firsts: root.words, spell: (word: string) => word },
    { name: 'endings', firsts: root.endings, spell: reversed },
  ];
  for (const { name, firsts, spell } of lists) {
    if (firsts.length === 0) continue;
    const spelled = new Map([...sizes].map(([word, count]) => [spell(word), count]));
    for (const [part, counts] of grouped(firsts, spelled)) {
      const text = await readPart<string>(read, `${name}.${part}`);
      if (text === undefined) return undefined;
      const known = new Map(decodeWords(text).map(({ word, size }) => [word, size]));
      for (const [word, count] of counts) {
        if (count === 0) known.delete(word);
        else known.set(word, sizeClass(count));
      }
      const mended = written([...known.keys()].sort(), (word) =>
        String.fromCharCode(65 + (known.get(word) ?? 0)),
      );
      if (mended.length > 3 * partLength) return undefined;
      if (mended !== text) files.push(searchFile(`${name}.${part}`, mended));
    }
  }
  return files;
}

function editsOf(changes: readonly SearchChange[]): Map<string, Edits> {
  const edits = new Map<string, Edits>();
  for (const { number, before, after } of changes) {
    const had = weightsOf(before);
    const has = weightsOf(after);
    for (const word of new Set([...had.keys(), ...has.keys()])) {
      if (had.get(word) === has.get(word)) continue;
      const own: Edits = edits.get(word) ?? new Map<number, number | undefined>();
      edits.set(word, own.set(number, has.get(word)));
    }
  }
  return edits;
}

function applyEdits(
  hits: Map<string, string>,
  word: string,
  edits: Edits,
  sizes: Map<string, number>,
): void {
  const pages = new Map<number, number>();
  for (const { page, weight } of decodePostings(hits.get(word) ?? '')) pages.set(page, weight);
  for (const [page, weight] of edits) {
    if (weight === undefined) pages.delete(page);
    else pages.set(page, weight);
  }
  sizes.set(word, pages.size);
  const postings = [...pages].map(([page, weight]) => ({ page, weight }));
  postings.sort((a, b) => a.page - b.page);
  if (postings.length === 0) hits.delete(word);
  else hits.set(word, encodePostings(postings));
}

function grouped<Value>(
  firsts: readonly string[],
  values: ReadonlyMap<string, Value>,
): Map<number, [string, Value][]> {
  const groups = new Map<number, [string, Value][]>();
  for (const [word, value] of values) {
    const part = partOf(firsts, word);
    const group = groups.get(part) ?? [];
    groups.set(part, group);
    group.push([word, value]);
  }
  return groups;
}

function written(words: readonly string[], ending: (word: string) => string): string {
  return words.map((word, at) => encodeWord(words[at - 1] ?? '', word) + ending(word)).join('');
}

async function readPart<Content>(read: Read, name: string): Promise<Content | undefined> {
  const text = await read(`search/${name}.js`);
  const start = `lanternSearch("${name}",`;
  if (!text?.startsWith(start)) return undefined;
  return JSON.parse(text.slice(start.length, text.lastIndexOf(')'))) as Content;
}
