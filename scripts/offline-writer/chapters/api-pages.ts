import type { PublicModule } from '../code/public-api.ts';
import { writeName, type ApiSection } from './api-sections.ts';
import { slugify } from '../text/markdown.ts';

export interface ApiPart {
  readonly module: PublicModule;
  /** When a module is spread over pages, the sections of this page. */
  readonly sections: readonly ApiSection[];
  /** All sections of the module, on its first page. */
  readonly index: readonly ApiSection[];
  /** What the sections are, when a module is spread over pages. */
  readonly label: string;
}

export interface ApiPage {
  readonly slug: string;
  readonly title: string;
  /** The slug of the page where its first module begins. */
  readonly begins: string;
  readonly parts: readonly ApiPart[];
}

/** What a person reads on one page, in characters: about 40 names. */
const maxSize = 36_000;
/** A heading and its signature take room, however short they are. */
const perName = 500;
/** A large repository gets longer pages rather than more. */
const maxPages = 100;

/** A page for each module. Small modules of a package share pages, long modules have several. */
export function apiPages(own: readonly PublicModule[], project: string): ApiPage[] {
  const isMany = new Set(own.map(({ family }) => family)).size > maxPages;
  const modules = isMany ? own.map((module) => ({ ...module, family: '' })) : own;
  const all = modules.map((module) => ({ module, sections: module.names.map(writeName) }));
  const total = sizeOf(all.flatMap(({ sections }) => sections));
  const most = Math.max(maxSize, total / maxPages);
  const pages: ApiPart[][] = [];
  for (const { module, sections } of all) {
    const open = pages.at(-1);
    const shared = open?.[0]?.module.family === module.family && open[0].index.length > 0;
    const together = [...(open ?? []).flatMap((part) => part.sections), ...sections];
    const chunks = split(sections, most);
    const parts = chunks.map((chunk, at) => ({ module, ...chunk, index: at ? [] : sections }));
    if (shared && sizeOf(together) <= most) open.push(...parts);
    else pages.push(...parts.map((part) => [part]));
  }
  const slugs = new Set<string>();
  const begins = new Map<PublicModule, string>();
  return pages.map((parts) => {
    const title = titleOf(parts, modules, project);
    const base = `api-${slugify(title)}`;
    let slug = base;
    for (let number = 2; slugs.has(slug); number++) slug = `${base}-${number}`;
    slugs.add(slug);
    const [{ module }] = parts as [ApiPart];
    if (!begins.has(module)) begins.set(module, slug);
    return { slug, title, begins: begins.get(module) ?? slug, parts };
  });
}

function sizeOf(sections: readonly ApiSection[]): number {
  const sizes = sections.map(({ body, summary }) => body.length + summary.length + perName);
  return sizes.reduce((sum, size) => sum + size, 0);
}

const kinds: readonly (readonly [ApiSection['kind'], string])[] = [
  ['class', 'classes'],
  ['function', 'functions'],
  ['value', 'values'],
  ['type', 'types'],
];

/** A module that is too long for a page has pages for each kind of thing. */
function split(
  sections: readonly ApiSection[],
  most: number,
): Pick<ApiPart, 'sections' | 'label'>[] {
  if (sizeOf(sections) <= most) return [{ sections, label: '' }];
  return kinds.flatMap(([kind, label]) => {
    const own = sections.filter((each) => each.kind === kind);
    const chunks = own.length === 0 ? [] : splitEvenly(own, most);
    return chunks.map((chunk, at) => ({
      sections: chunk,
      label: chunks.length === 1 ? label : `${label}, part ${at + 1}`,
    }));
  });
}

/** The fewest pages, of about the same length. */
function splitEvenly(sections: readonly ApiSection[], most: number): ApiSection[][] {
  const total = sizeOf(sections);
  const size = total / Math.ceil(total / most);
  const chunks: ApiSection[][] = [];
  let filled = 0;
  for (const section of sections) {
    if (filled === 0 || filled >= size * chunks.length) chunks.push([]);
    chunks.at(-1)?.push(section);
    filled += sizeOf([section]);
  }
  return chunks;
}

function titleOf(
  parts: readonly ApiPart[],
  modules: readonly PublicModule[],
  project: string,
): string {
  const [{ module, label }, ...others] = parts as [ApiPart, ...ApiPart[]];
  if (label !== '') return `${module.name}: ${label}`;
  if (others.length === 0) return module.name;
  const { family } = module;
  const isWhole = modules.filter((each) => each.family === family).length === parts.length;
  if (isWhole) return family || project;
  const [head = '', ...rest] = parts.map((part) => part.module.name);
  return range([head, ...rest.map((name) => (family ? name.replace(`${family}/`, '') : name))]);
}

function range(names: readonly string[]): string {
  return names.length <= 2 ? names.join(' and ') : `${names[0]} to ${names.at(-1)}`;
}
