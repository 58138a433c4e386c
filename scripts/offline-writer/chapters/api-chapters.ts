import { headingIds } from '#core/text/markdown/heading-ids.ts';
import { apiPages, type ApiPage } from './api-pages.ts';
import { clean, type ApiSection } from './api-sections.ts';
import { typeFinder, type Place } from './api-types.ts';
import type { Chapter, Facts, Links } from './chapter.ts';
import { publicApi } from '../code/public-api.ts';
import { blocks, bullets, code, firstSentence, plain, table } from '../text/markdown.ts';

export function apiChapters({ repository, manifests, projectName }: Facts): Chapter[] {
  const api = publicApi(repository, manifests);
  const { unread } = repository;
  const isEmpty = api.length === 0 && unread.size > 0;
  const none = { name: projectName, family: '', about: '', names: [] };
  const pages = apiPages(isEmpty ? [none] : api, projectName);
  const places = new Map(pages.flatMap((page) => placesOf(page)));
  const typesOf = typeFinder(places);
  return pages.map((page, at) => ({
    group: 'Reference',
    slug: page.slug,
    title: page.title,
    description: describe(page),
    write: (links) =>
      blocks(writePage(page, { places, typesOf }, links), at === 0 && writeUnread(unread)),
  }));
}

const maxUnread = 30;

/** What a reader of the reference would miss. */
function writeUnread(unread: ReadonlyMap<string, string>): string {
  if (unread.size === 0) return '';
  const items = [...unread].map(([path, reason]) => `${code(path)}: ${reason}`);
  const rest = unread.size > maxUnread && `And ${unread.size - maxUnread} more.`;
  return blocks('Not all of these files could be read:', bullets(items.slice(0, maxUnread)), rest);
}

const maxTypes = 12;

/** The pages and heading ids of its sections. */
function placesOf(page: ApiPage): [ApiSection, Place][] {
  const idFor = headingIds();
  idFor(page.title);
  return page.parts.flatMap(({ module, sections }) => {
    if (hasHeading(page, module.name)) idFor(module.name);
    return sections.map((each): [ApiSection, Place] => {
      const place: Place = [page.slug, idFor(each.title), module];
      for (const { title } of each.methods) idFor(title);
      return [each, place];
    });
  });
}

/** The module that gives the page its title needs none. */
function hasHeading({ parts, title }: ApiPage, name: string): boolean {
  return parts.length > 1 && name !== title;
}

function describe({ parts }: ApiPage): string {
  const [first] = parts;
  const about = parts.length === 1 && first?.index.length ? beginningOf(first.module.about) : '';
  const names = parts.flatMap(({ sections }) => sections.map(({ title }) => title));
  return (
    about.replace(/[`*]/g, '') ||
    `${names.slice(0, 6).join(', ')}${names.length > 6 ? ' and more' : ''}` ||
    'What could not be read'
  );
}

/** The first sentence of the text, which may begin with a heading or a quotation. */
function beginningOf(about: string): string {
  const text = about.replace(/^(?:#.*\n\s*)+/, '').replace(/^> ?/gm, '');
  return firstSentence(text.replace(/\[([^\][]+)\]\([^()\s]*\)/g, '$1'), 160);
}

function writePage(
  page: ApiPage,
  {
    places,
    typesOf,
  }: {
    readonly places: ReadonlyMap<ApiSection, Place>;
    readonly typesOf: ReturnType<typeof typeFinder>;
  },
  links: Links,
): string {
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
        ...sections.flatMap((section) => [
          `${isHeaded ? '###' : '##'} ${plain(section.title)}`,
          section.signature,
          writeTypes(section),
          section.body,
          ...section.methods.flatMap((method) => [
            `${isHeaded ? '####' : '###'} ${plain(method.title)}`,
            method.body,
          ]),
        ]),
      ];
    }),
  );

  function rowOf(section: ApiSection): string[] {
    return [linkTo(section) ?? plain(section.title), section.summary];
  }

  /** Links to the definitions of the types that the code of a section names. */
  function writeTypes(section: ApiSection): string {
    const types = typesOf(section).flatMap((type) => linkTo(type) ?? []);
    return types.length === 0 ? '' : `Types: ${types.slice(0, maxTypes).join(', ')}`;
  }

  /** Undefined: the site has no such page. */
  function linkTo(section: ApiSection): string | undefined {
    const [slug, anchor] = places.get(section) ?? ['', ''];
    const file = slug === page.slug ? '' : `${slug}.md`;
    const isLinked = file === '' || links.has(slug);
    return isLinked ? `[${plain(section.title)}](${file}#${anchor})` : undefined;
  }
}
