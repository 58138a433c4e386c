import { spellingsOf, word as tokenPattern } from './search-words.ts';
import { type DefiningSection, type Definition, definitionsIn } from './search-definitions.ts';
import type { SearchPage } from './search-format.ts';

/** What search needs of one page. It depends on the page alone and is kept with its rendering. */
export interface SearchEntry extends SearchWords {
  /** The page's file below search/, for snippets: JSON. */
  readonly sections: string;
}

export interface SearchWords {
  /** Sorted; a capital after each says its weight: A in the text to D in the title. */
  readonly words: string;
  readonly names: readonly Definition[];
}

export interface SearchableMarkup {
  readonly slug: string;
  readonly title: string;
  readonly group: string;
  /** The rendered page. */
  readonly html: string;
}

/** What snippets are taken from: enough for nearly every page, and little to load. */
const snippetCharacters = 9_000;
const maxSections = 500;

export function searchEntry({ slug, title, group, html }: SearchableMarkup): SearchEntry {
  const parts = sectionsOf(html);
  const sections = parts.map(({ id, heading, html: own }): Section => [id, heading, textOf(own)]);
  const weights = new Map<string, number>();
  const counts = new Map<string, number>();
  const weigh = (texts: readonly string[], weight: number) => {
    const tokens = Map.groupBy(texts.join('\n').match(tokenPattern) ?? [], (token) => token);
    for (const [token, { length }] of tokens) {
      for (const spelling of spellingsOf(token)) {
        const all = (counts.get(spelling) ?? 0) + length;
        counts.set(spelling, all);
        const earned = Math.max(weight, all >= 3 ? 1 : 0);
        if (earned >= (weights.get(spelling) ?? 0)) weights.set(spelling, earned);
      }
    }
  };
  weigh([title], 3);
  weigh(
    sections.map(([, heading]) => heading),
    2,
  );
  weigh(
    sections.map(([, , text]) => text),
    0,
  );
  const words = [...weights.keys()].sort();
  const shown = sections.filter(([, heading, text]) => heading !== '' || text !== '');
  const page: SearchPage = { slug, title, group, sections: shortened(shown) };
  return {
    sections: JSON.stringify(page),
    words: words.map((word) => word + 'ABCD'.charAt(weights.get(word) ?? 0)).join(''),
    names: definitionsIn(title, parts, textOf),
  };
}

export function weightsOf({ words }: Pick<SearchWords, 'words'>): Map<string, number> {
  const weights = new Map<string, number>();
  for (const [, word = '', weight = 'A'] of words.matchAll(/([^A-D]+)([A-D])/g)) {
    weights.set(word, weight.charCodeAt(0) - 65);
  }
  return weights;
}

type Section = SearchPage['sections'][number];

/** The page by the heading that it stands under; the first is without one. */
function sectionsOf(markup: string): DefiningSection[] {
  const html = markup.replace(diagrams, '');
  const sections: DefiningSection[] = [];
  let rest = 0;
  let id = '';
  let heading = '';
  for (const match of html.matchAll(/<h([1-6]) id="([^"]*)">(.*?)<\/h\1>/gs)) {
    sections.push({ id, heading, html: html.slice(rest, match.index) });
    // The first heading is the page's title.
    id = match[1] === '1' ? '' : plain(match[2] ?? '');
    heading = textOf(match[3] ?? '');
    rest = match.index + match[0].length;
  }
  return [...sections, { id, heading, html: html.slice(rest) }];
}

/** Labels without a sentence say little in a snippet. */
const diagrams = /<figure class="diagram">.*?<\/figure>/gs;

/** Tags that end no word. The renderer writes every `<` that is not a tag's as an entity. */
const inlineTags = /<\/?(?:span|code|a|strong|em|del|kbd|wbr)\b[^>]*>/g;

function textOf(html: string): string {
  const spaced = html.replace(inlineTags, '').replace(/<\/?\w[^>]*>/g, ' ');
  return plain(spaced)
    .replace(/[^\S ]\s*| \s+/g, ' ')
    .trim();
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

function plain(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:(amp|lt|gt|quot)|#(\d+));/g, (whole, name: string, code: string) => {
    if (name) return entities[name] ?? whole;
    return Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : whole;
  });
}

/** Long sections lose their ends, so that every heading keeps some text. */
function shortened(sections: readonly Section[]): Section[] {
  const bytes = (text: string) => new TextEncoder().encode(text).length;
  const all = sections.reduce((sum, [, , text]) => sum + bytes(text), 0);
  if (all <= snippetCharacters && sections.length <= maxSections) return [...sections];
  const firstSections = sections.slice(0, maxSections);
  const share = Math.floor(snippetCharacters / firstSections.length);
  return firstSections.map(([id, heading, text]) => {
    const most = Math.max(40, Math.floor((share * text.length) / Math.max(1, bytes(text))));
    return [id, heading.slice(0, 120).toWellFormed(), text.slice(0, most).toWellFormed()];
  });
}
