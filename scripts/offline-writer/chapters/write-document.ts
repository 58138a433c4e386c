import { headingIds } from '#core/text/markdown/heading-ids.ts';
import { findHeadings, type Document, type Section } from '../facts/document.ts';
import { resolve } from '../guides/find-guides.ts';
import { folderOf } from '../repository/repository.ts';
import { cleanMarkdown } from '../text/clean-markdown.ts';
import { blocks } from '../text/markdown.ts';
import type { Links } from './chapter.ts';

/** A document of the repository as the body of a page. */
export function writeDocument(document: Document, links: Links): string {
  return clean(document, document.lines, document.title === '' ? 1 : 0, links);
}

export function writeSections(
  document: Document | undefined,
  sections: readonly Section[],
  links: Links,
): string {
  if (!document) return '';
  const markdown = sections.map(({ level, head, lines }) => {
    const shift = level === 0 ? 1 : (head.length === 0 ? 1 : 2) - level;
    return clean(document, [...head, ...lines], shift, links);
  });
  return blocks(...markdown);
}

function clean(
  { path, definitions }: Document,
  lines: readonly string[],
  shift: number,
  links: Links,
): string {
  const pageOf = (target: string) => links.pageOf(target, path);
  const fileOf = (target: string) => resolve(folderOf(path), target);
  const idOf = headingIds();
  const anchors = new Set(findHeadings(lines).map(({ title }) => `#${idOf(title)}`));
  return cleanMarkdown(lines, { shift, pageOf, fileOf, definitions, anchors });
}

/** Nothing but headings and names, or less than the letters that are worth a page. */
export function isEmpty(lines: readonly string[], least = 1): boolean {
  const text = cleanMarkdown(lines, { shift: 0 }).replace(/^(?:#.*|\*\*`.*`\*\*)$/gm, '');
  return text.replace(/[^\p{L}\p{N}]/gu, '').length < least;
}
