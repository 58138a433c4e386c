import { marked, type SearchHit } from '../../search/search-snippet.ts';
import { askedWords, wordsIn } from '../../search/search-words.ts';
import { loadPart } from './load-part.ts';

interface SimplePage {
  readonly slug: string;
  readonly title: string;
  readonly content: string;
}

let pages: Promise<readonly SimplePage[]> | undefined;

/** When the full-text index cannot be read: the beginnings of all pages, looked through. */
export async function searchSimply(query: string): Promise<SearchHit[]> {
  pages ??= load();
  pages.catch(() => (pages = undefined));
  const queryWords = askedWords(query);
  if (queryWords.length === 0) return [];
  const hits: { hit: SearchHit; score: number }[] = [];
  for (const { slug, title, content } of await pages) {
    const wordGroups = queryWords.map((word) => wordsThatBegin(`${title} ${content}`, word));
    if (wordGroups.some((words) => words.size === 0)) continue;
    const inTitle = marked(title, wordGroups);
    const score = inTitle.length;
    const text = marked(cut(content, wordGroups), wordGroups);
    hits.push({ hit: { slug, id: '', group: '', title: inTitle, heading: [], text }, score });
  }
  hits.sort((a, b) => b.score - a.score);
  return hits.slice(0, 8).map(({ hit }) => hit);
}

async function load(): Promise<readonly SimplePage[]> {
  if (location.protocol !== 'file:') {
    const response = await fetch('search-index.json');
    if (response.ok) return (await response.json()) as readonly SimplePage[];
  }
  const first = await loadPart('search-index.0.js', 'simple.0');
  const rest = [];
  for (let part = 1; part < (first.parts ?? 1); part += 1) {
    rest.push(loadPart(`search-index.${part}.js`, `simple.${part}`));
  }
  const all = [first, ...(await Promise.all(rest))];
  return all.flatMap(({ content }) => content as readonly SimplePage[]);
}

function wordsThatBegin(text: string, beginning: string): Set<string> {
  const matches = new Set<string>();
  for (const { spellings } of wordsIn(text)) {
    for (const word of spellings) if (word.startsWith(beginning)) matches.add(word);
  }
  return matches;
}

function cut(text: string, wordGroups: readonly ReadonlySet<string>[]): string {
  const pieces = marked(text, wordGroups);
  const start = Math.max(0, (pieces.length > 1 ? (pieces[0]?.length ?? 0) : 0) - 60);
  return text.slice(start, start + 220).toWellFormed();
}
