import { headingIds } from '#core/text/markdown/heading-ids.ts';
import { apiPages, type ApiPage, type ApiPart } from './api-pages.ts';
import { clean, type ApiSection } from './api-sections.ts';
import type { Chapter, Facts, Links } from './chapter.ts';
import { publicApi } from '../code/public-api.ts';
import { blocks, firstSentence, plain, table } from '../text/markdown.ts';

export function apiChapters({ repository, manifests, projectName }: Facts): Chapter[] {
  const pages = apiPages(publicApi(repository, manifests), projectName);
  const places = new Map(pages.flatMap((page) => anchorsOf(page)));
  return pages.map((page) => ({
    group: 'Reference',
    slug: page.slug,
    title: page.title,
    description: describe(page),
    write: (links) => writePage(page, places, links),
  }));
}

interface Place {
  readonly slug: string;
  readonly anchor: string;
}

/** The ids that the headings of a page get. */
function anchorsOf({ slug, title, parts }: ApiPage): [ApiSection, Place][] {
  const idFor = headingIds();
  idFor(title);
  return parts.flatMap(({ module, sections }) => {
    if (parts.length > 1) idFor(module.name);
    return sections.map((section): [ApiSection, Place] => [
      section,
      { slug, anchor: idFor(section.title) },
    ]);
  });
}

function describe({ parts }: ApiPage): string {
  const [first] = parts;
  const about =
    parts.length === 1 && first?.index.length ? firstSentence(first.module.about, 160) : '';
  const names = parts.flatMap(({ sections }) => sections.map(({ title }) => title));
  return about || `${names.slice(0, 6).join(', ')}${names.length > 6 ? ' and more' : ''}`;
}

function writePage(
  { slug, parts }: ApiPage,
  places: ReadonlyMap<ApiSection, Place>,
  links: Links,
): string {
  const marks = parts.length > 1 ? '###' : '##';
  return blocks(
    ...parts.flatMap(({ module, sections, index }) => [
      parts.length > 1 && `## ${plain(module.name)}`,
      index.length > 0 && clean(module.about),
      index.length > 1 && writeIndex(index),
      ...sections.flatMap(({ title, body }) => [`${marks} ${plain(title)}`, body]),
    ]),
  );

  function writeIndex(index: ApiPart['index']): string {
    const rows = index.map((section) => {
      const place = places.get(section);
      const target = place && linkTo(place);
      const name = plain(section.title);
      return [target === undefined ? name : `[${name}](${target})`, section.summary];
    });
    return table(['Name', 'What it is'], rows);
  }

  function linkTo(place: Place): string | undefined {
    if (place.slug === slug) return `#${place.anchor}`;
    return links.has(place.slug) ? `${place.slug}.md#${place.anchor}` : undefined;
  }
}
