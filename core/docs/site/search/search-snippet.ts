import type { NamedPlace, SearchPage } from './search-format.ts';
import { wordsIn } from './search-words.ts';

/** Text in pieces; every second one is what was asked for. */
export type Marked = readonly string[];

export interface SearchHit {
  readonly slug: string;
  /** The heading's id, or empty for the page's beginning. */
  readonly id: string;
  readonly group: string;
  readonly title: Marked;
  readonly heading: Marked;
  readonly text: Marked;
}

const before = 60;
const length = 220;

/** The section of a page that has most of what is wanted, with the words marked. */
export function bestSection(
  page: SearchPage,
  wordGroups: readonly ReadonlySet<string>[],
): SearchHit {
  let best: SearchPage['sections'][number] = page.sections[0] ?? ['', '', ''];
  let most = -1;
  for (const section of page.sections) {
    const score = 3 * found(section[1], wordGroups) + 2 * found(section[2], wordGroups);
    if (score > most) [best, most] = [section, score];
  }
  return sectionHit(page, best, wordGroups);
}

/** The section with the id; where it is not kept for snippets, its name is all that is known. */
export function namedSection(
  page: SearchPage,
  [name, , , id]: NamedPlace,
  wordGroups: readonly ReadonlySet<string>[],
): SearchHit {
  const section = page.sections.find(([own]) => own === id) ?? ([id, name, ''] as const);
  return sectionHit(page, section, wordGroups);
}

function sectionHit(
  page: SearchPage,
  section: SearchPage['sections'][number],
  wordGroups: readonly ReadonlySet<string>[],
): SearchHit {
  const [id, heading, own] = section;
  // A title alone says little: what follows it belongs to it.
  const text = own || (page.sections[page.sections.indexOf(section) + 1]?.[2] ?? '');
  return {
    slug: page.slug,
    id,
    group: page.group,
    title: marked(page.title, wordGroups),
    heading: id === '' ? [] : marked(heading, wordGroups),
    text: marked(cut(text, wordGroups), wordGroups),
  };
}

export function marked(text: string, wordGroups: readonly ReadonlySet<string>[]): Marked {
  const pieces: string[] = [];
  let rest = 0;
  for (const { at, length: long, spellings } of wordsIn(text)) {
    if (!wordGroups.some((set) => spellings.some((word) => set.has(word)))) continue;
    pieces.push(text.slice(rest, at), text.slice(at, at + long));
    rest = at + long;
  }
  pieces.push(text.slice(rest));
  return pieces;
}

/** How many of the wanted words a text has. */
function found(text: string, wordGroups: readonly ReadonlySet<string>[]): number {
  const matches = new Set<number>();
  for (const { spellings } of wordsIn(text)) {
    for (const [at, set] of wordGroups.entries()) {
      if (spellings.some((word) => set.has(word))) matches.add(at);
    }
    if (matches.size === wordGroups.length) break;
  }
  return matches.size;
}

function cut(text: string, wordGroups: readonly ReadonlySet<string>[]): string {
  let first = 0;
  for (const { at, spellings } of wordsIn(text)) {
    if (!wordGroups.some((set) => spellings.some((word) => set.has(word)))) continue;
    first = at;
    break;
  }
  const wish = Math.max(0, first - before);
  const start = wish === 0 ? 0 : text.indexOf(' ', wish) + 1 || wish;
  const piece = text.slice(start, start + length).toWellFormed();
  const isWhole = start + length >= text.length;
  return `${start > 0 ? '… ' : ''}${isWhole ? piece : `${piece.replace(/\s\S*$/, '')} …`}`;
}
