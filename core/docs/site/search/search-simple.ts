import type { SiteFile } from '../site-view.ts';

export interface SearchableText {
  readonly slug: string;
  readonly title: string;
  /** As published in `<slug>.md`. */
  readonly markdown: string;
}

const characters = 2_000;
/** Pages per file of the form that a script tag can load. */
const pagesPerPart = 200;

/** One page of the simple index, as JSON; it may be kept with the page. */
export function simpleEntry({ slug, title, markdown }: SearchableText): string {
  return JSON.stringify({ slug, title, content: beginningOf(markdown) });
}

/** Characters, not halves of them: an emoji is one. */
function beginningOf(markdown: string): string {
  const beginning = markdown.slice(0, characters);
  if (!/[\ud800-\udfff]/.test(beginning)) return beginning;
  const whole = [...markdown.slice(0, 2 * characters)].slice(0, characters);
  return whole.join('').toWellFormed();
}

/**
 * `search-index.json`, and the same in parts that a script tag can load: from file: nothing else
 * can be read.
 */
export function simpleIndex(entries: readonly string[]): SiteFile[] {
  const parts = Math.max(1, Math.ceil(entries.length / pagesPerPart));
  return [
    { path: 'search-index.json', body: `[${entries.join(',\n')}]\n` },
    ...Array.from({ length: parts }, (_, part) => {
      const own = entries.slice(part * pagesPerPart, (part + 1) * pagesPerPart).join(',\n');
      const body = `lanternSearch("simple.${part}",[${own}],${parts});\n`;
      return { path: `search-index.${part}.js`, body };
    }),
  ];
}
