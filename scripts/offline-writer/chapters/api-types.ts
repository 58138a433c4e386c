import type { PublicModule } from '../code/public-api.ts';
import type { ApiSection } from './api-sections.ts';

/** The page of a section, its heading and its module. */
export type Place = readonly [slug: string, anchor: string, module: PublicModule];

/** Gives the types and classes that the code of a section names: each the one of its own module, else
 * the only one of that name. */
export function typeFinder(
  places: ReadonlyMap<ApiSection, Place>,
): (section: ApiSection) => readonly ApiSection[] {
  const types = new Map<string, ApiSection[]>();
  for (const section of places.keys()) {
    if (section.kind !== 'type' && section.kind !== 'class') continue;
    // Code names a nested type mostly without its owner.
    const name = section.title.replace(/^.*(?:\.|::)/, '');
    types.set(name, [...(types.get(name) ?? []), section]);
  }
  const moduleOf = (section: ApiSection) => places.get(section)?.[2];
  return (section) =>
    section.words.flatMap((word) => {
      const matches = (types.get(word) ?? []).filter((each) => each !== section);
      const near = matches.find((each) => moduleOf(each) === moduleOf(section));
      return near ?? (matches.length === 1 ? matches : []);
    });
}
