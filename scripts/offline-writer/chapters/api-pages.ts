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
const perMethod = 100;
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
  const sizes = sections.map(
    ({ signature, body, summary, methods }) =>
      signature.length +
      body.length +
      summary.length +
      perName +
      methods.reduce((sum, method) => sum + method.body.length + perMethod, 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

const kinds: readonly (readonly [ApiSection['kind'], string])[] = [
  ['class', 'classes'],
  ['function', 'functions'],
  ['value', 'values'],
  ['type', 'types'],
  ['macro', 'macros'],
];

/** A module that is too long for a page has pages for each kind of thing. */
function split(
  sections: readonly ApiSection[],
  most: number,
): Pick<ApiPart, 'sections' | 'label'>[] {
  if (sizeOf(sections) <= most) return [{ sections, label: '' }];
  const pages: { sections: ApiSection[]; label: string }[] = [];
  for (const [kind, label] of kinds) {
    const own = sections.filter((each) => each.kind === kind);
    const last = pages.at(-1);
    if (own.length === 0) continue;
    if (last && sizeOf(own) < most / 8) {
      last.sections.push(...own);
      last.label = namesOf(last.sections, '').trim();
      continue;
    }
    const chunks = splitEvenly(own, most);
    pages.push(
      ...chunks.map((chunk) => ({
        sections: chunk,
        label: chunks.length === 1 ? label : namesOf(chunk, label),
      })),
    );
  }
  return pages;
}

const maxNames = 3;
const maxFew = 8;

/** What is on a page: its longest sections, or the range of many short ones. */
function namesOf(sections: readonly ApiSection[], label: string): string {
  if (sections.length > maxFew) {
    return `${label} ${sections[0]?.title} to ${sections.at(-1)?.title}`;
  }
  const bySize = [...sections].sort((a, b) => sizeOf([b]) - sizeOf([a]));
  const names = bySize.map(({ title }) => title);
  if (names.length <= maxNames) return names.join(', ').replace(/, (?=[^,]*$)/, ' and ');
  return `${names.slice(0, maxNames - 1).join(', ')} and ${names.length - maxNames + 1} more`;
}

/** Pages of about the same length. What is longer than a page is with the short ones before it. */
function splitEvenly(sections: readonly ApiSection[], most: number): ApiSection[][] {
  const total = sizeOf(sections);
  const size = total / Math.ceil(total / most);
  const chunks: ApiSection[][] = [];
  let filled = size;
  for (const section of sections) {
    const own = sizeOf([section]);
    const isFull = filled >= size || (filled > size / 2 && filled + own > size * 1.5);
    if (isFull) filled = 0;
    if (isFull) chunks.push([]);
    chunks.at(-1)?.push(section);
    filled += own;
  }
  const last = chunks.at(-1) ?? [];
  if (chunks.length > 1 && sizeOf(last) < size / 4)
    chunks.splice(-2, 2, [...(chunks.at(-2) ?? []), ...last]);
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
