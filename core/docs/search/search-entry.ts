import { wordCounts } from './search-counts.ts';
import type { SearchPage } from './search-format.ts';

/** What search needs of one page. It depends on the page alone and is kept with its rendering. */
export interface SearchEntry extends SearchWords {
  /** The page's file below search/, for snippets: JSON. */
  readonly sections: string;
}

export interface SearchWords {
  /** Sorted; a capital after each says its weight: A in the text to D in the title. */
  readonly words: string;
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

export function searchEntry({ slug, title, group, html }: SearchableMarkup): SearchEntry {
  const sections = sectionsOf(html);
  const weights = new Map<string, number>();
  const counts = new Map<string, number>();
  const weigh = (texts: readonly string[], weight: number) => {
    for (const [count, spellings] of wordCounts(texts.join('\n'))) {
      for (const word of spellings) {
        const all = (counts.get(word) ?? 0) + count;
        counts.set(word, all);
        const earned = Math.max(weight, all >= 3 ? 1 : 0);
        if (earned >= (weights.get(word) ?? 0)) weights.set(word, earned);
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
  const page: SearchPage = { slug, title, group, sections: shortened(sections) };
  return {
    sections: JSON.stringify(page),
    words: words.map((word) => word + 'ABCD'.charAt(weights.get(word) ?? 0)).join(''),
  };
}

export function weightsOf({ words }: SearchWords): Map<string, number> {
  const weights = new Map<string, number>();
  for (const [, word = '', weight = 'A'] of words.matchAll(/([^A-D]+)([A-D])/g)) {
    weights.set(word, weight.charCodeAt(0) - 65);
  }
  return weights;
}

type Section = SearchPage['sections'][number];

/** The page's text by the heading that it stands under; the first is without one. */
function sectionsOf(markup: string): Section[] {
  const html = markup.replace(diagrams, '').replace(inlineTags, '');
  const sections: Section[] = [];
  let rest = 0;
  let id = '';
  let heading = '';
  for (const found of html.matchAll(/<h([1-6]) id="([^"]*)">(.*?)<\/h\1>/gs)) {
    sections.push([id, heading, textOf(html.slice(rest, found.index))]);
    // The first heading is the page's title.
    id = found[1] === '1' ? '' : plain(found[2] ?? '');
    heading = textOf(found[3] ?? '');
    rest = found.index + found[0].length;
  }
  sections.push([id, heading, textOf(html.slice(rest))]);
  return sections.filter(([, title, text]) => title !== '' || text !== '');
}

/** Labels without a sentence say little in a snippet. */
const diagrams = /<figure class="diagram">.*?<\/figure>/gs;

/** Tags that end no word. The renderer writes every `<` that is not a tag's as an entity. */
const inlineTags = /<\/?(?:span|code|a|strong|em|del|kbd)\b[^>]*>/g;

function textOf(html: string): string {
  const spaced = html.replace(/<\/?\w[^>]*>/g, ' ');
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
  if (all <= snippetCharacters && sections.length <= 200) return [...sections];
  const kept = sections.slice(0, 200);
  const share = Math.floor(snippetCharacters / kept.length);
  return kept.map(([id, heading, text]) => {
    const most = Math.max(40, Math.floor((share * text.length) / Math.max(1, bytes(text))));
    return [id, heading.slice(0, 120).toWellFormed(), text.slice(0, most).toWellFormed()];
  });
}
