import { headingIds } from '#core/text/markdown/heading-ids.ts';
import { apiPages, type ApiPage } from './api-pages.ts';
import { clean, type ApiSection } from './api-sections.ts';
import type { Chapter, Facts, Links } from './chapter.ts';
import { publicApi } from '../code/public-api.ts';
import { blocks, firstSentence, plain, table } from '../text/markdown.ts';

export function apiChapters({ repository, manifests, projectName }: Facts): Chapter[] {
  const pages = apiPages(publicApi(repository, manifests), projectName);
  const places = new Map(pages.flatMap((page) => placesOf(page)));
  return pages.map((page) => ({
    group: 'Reference',
    slug: page.slug,
    title: page.title,
    description: describe(page),
    write: (links) => writePage(page, places, links),
  }));
}

type Place = readonly [slug: string, anchor: string];

/** The pages and heading ids of its sections. */
function placesOf(page: ApiPage): [ApiSection, Place][] {
  const idFor = headingIds();
  idFor(page.title);
  return page.parts.flatMap(({ module, sections }) => {
    if (hasHeading(page, module.name)) idFor(module.name);
    return sections.map((each): [ApiSection, Place] => [each, [page.slug, idFor(each.title)]]);
  });
}

/** The module that gives the page its title needs none. */
function hasHeading({ parts, title }: ApiPage, name: string): boolean {
  return parts.length > 1 && name !== title;
}

function describe({ parts }: ApiPage): string {
  const [first] = parts;
  const about =
    parts.length === 1 && first?.index.length ? firstSentence(first.module.about, 160) : '';
  const names = parts.flatMap(({ sections }) => sections.map(({ title }) => title));
  return (
    about.replace(/[`*]/g, '') ||
    `${names.slice(0, 6).join(', ')}${names.length > 6 ? ' and more' : ''}`
  );
}

function writePage(page: ApiPage, places: ReadonlyMap<ApiSection, Place>, links: Links): string {
  const [{ module: first } = { module: { name: '' } }] = page.parts;
  return blocks(
    page.begins !== page.slug &&
      links.has(page.begins) &&
      `More of [${plain(first.name)}](${page.begins}.md).`,
    ...page.parts.flatMap(({ module, sections, index }) => {
      const isHeaded = hasHeading(page, module.name);
      return [
        isHeaded && `## ${plain(module.name)}`,
        index.length > 0 && clean(module.about),
        index.length > 1 && table(['Name', 'What it is'], index.map(rowOf)),
        ...sections.flatMap(({ title, body }) => [
          `${isHeaded ? '###' : '##'} ${plain(title)}`,
          body,
        ]),
      ];
    }),
  );

  function rowOf(section: ApiSection): string[] {
    const [slug, anchor] = places.get(section) ?? ['', ''];
    const file = slug === page.slug ? '' : `${slug}.md`;
    const isLinked = file === '' || links.has(slug);
    const name = plain(section.title);
    return [isLinked ? `[${name}](${file}#${anchor})` : name, section.summary];
  }
}
