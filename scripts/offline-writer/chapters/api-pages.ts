import type { PublicModule } from '../code/public-api.ts';
import { sectionsOf, type ApiSection } from './api-sections.ts';
import { slugify } from '../text/markdown.ts';

export interface ApiPart {
  readonly module: PublicModule;
  /** Of a module that is spread over pages, those of this page. */
  readonly sections: readonly ApiSection[];
  /** All sections of the module, on its first page. */
  readonly index: readonly ApiSection[];
}

export interface ApiPage {
  readonly slug: string;
  readonly title: string;
  /** The slug of the page where its first module begins. */
  readonly begins: string;
  readonly parts: readonly ApiPart[];
}

/** What a person reads on one page. */
const maxNames = 40;
const maxCharacters = 30_000;
/** A large repository gets longer pages rather than more. */
const maxPages = 100;

/** A page for each module. Small modules of a package share pages, long modules have several. */
export function apiPages(modules: readonly PublicModule[], project: string): ApiPage[] {
  const all = modules.map((module) => ({ module, sections: sectionsOf(module) }));
  const every = all.flatMap(({ sections }) => sections);
  const fill = Math.max(sizeOf(every) / maxCharacters, every.length / maxNames);
  const grown = Math.max(1, fill / maxPages);
  const fits = fitting(grown);
  const pages: ApiPart[][] = [];
  for (const { module, sections } of all) {
    const [first = [], ...others] = evenly(sections, grown);
    const part = { module, sections: first, index: sections };
    const open = pages.at(-1);
    const shared = open?.[0]?.module.family === module.family && open[0].index.length > 0;
    const together = [...(open ?? []), part].flatMap((each) => each.sections);
    if (shared && others.length === 0 && fits(together)) open.push(part);
    else pages.push([part]);
    pages.push(...others.map((rest) => [{ module, sections: rest, index: [] }]));
  }
  const slugs = new Set<string>();
  const begins = new Map<PublicModule, string>();
  return pages.map((parts) => {
    const title = titleOf(parts, modules, project);
    const slug = `api-${slugify(title)}`;
    let free = slug;
    for (let number = 2; slugs.has(free); number++) free = `${slug}-${number}`;
    slugs.add(free);
    const [{ module }] = parts as [ApiPart];
    if (!begins.has(module)) begins.set(module, free);
    return { slug: free, title, begins: begins.get(module) ?? free, parts };
  });
}

function fitting(grown: number): (sections: readonly ApiSection[]) => boolean {
  return (sections) =>
    sections.length <= maxNames * grown && sizeOf(sections) <= maxCharacters * grown;
}

function sizeOf(sections: readonly ApiSection[]): number {
  return sections.reduce((sum, { body, summary }) => sum + body.length + summary.length, 0);
}

/** The fewest pages, of about the same length. */
function evenly(sections: readonly ApiSection[], grown: number): ApiSection[][] {
  const { length } = split(sections, fitting(grown));
  for (let size = 0.5; ; size += 0.1) {
    const chunks = split(sections, fitting(grown * size));
    if (chunks.length <= length || size >= 1) return chunks;
  }
}

function split(
  sections: readonly ApiSection[],
  fits: (sections: readonly ApiSection[]) => boolean,
): ApiSection[][] {
  const chunks: ApiSection[][] = [];
  for (const section of sections) {
    const last = chunks.at(-1);
    if (last && fits([...last, section])) last.push(section);
    else chunks.push([section]);
  }
  return chunks;
}

function titleOf(
  parts: readonly ApiPart[],
  modules: readonly PublicModule[],
  project: string,
): string {
  const [{ module, sections, index }, ...others] = parts as [ApiPart, ...ApiPart[]];
  if (index.length === 0) return `${module.name}: ${range(sections.map(({ title }) => title))}`;
  if (others.length === 0) return module.name;
  const { family } = module;
  const isWhole = modules.filter((each) => each.family === family).length === parts.length;
  if (isWhole) return family || project;
  const [head = '', ...rest] = parts.map((part) => part.module.name);
  return range([head, ...rest.map((name) => name.replace(`${family}/`, ''))]);
}

function range(names: readonly string[]): string {
  return names.length <= 2 ? names.join(' and ') : `${names[0]} to ${names.at(-1)}`;
}
