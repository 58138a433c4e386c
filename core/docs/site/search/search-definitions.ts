import { nameIn, nameKey, shorterNames } from './search-name.ts';

/** Where a page defines a name. Rank 0: a heading says just that; more: it says more than that. */
export type Definition = readonly [name: string, rank: number, id: string];

export interface DefiningSection {
  readonly id: string;
  readonly heading: string;
  /** What follows the heading. */
  readonly html: string;
}

/** A name in the first cell of a row, or at the beginning of an item that explains it. What is a
 * link there is defined elsewhere. */
const described =
  /<(?:tr>\s*<td[^>]*|li)>\s*(?:<p>)?<code>([^<]{1,200})<\/code>(?=\s*(?:<\/td>|:|–|—|- ))/g;
const rankOfDescribed = 4;
const maxDefinitions = 3_000;

export function definitionsIn(
  title: string,
  sections: readonly DefiningSection[],
  textOf: (html: string) => string,
): Definition[] {
  const definitions = new Map<string, Definition>();
  const add = (name: string, rank: number, id: string) => {
    const key = `${nameKey(name)} ${id}`;
    if (name !== '' && rank < (definitions.get(key)?.[1] ?? Infinity))
      definitions.set(key, [name, rank, id]);
  };
  add(nameIn(title), 0, '');
  for (const { id, heading, html } of sections) {
    for (const [rank, name] of shorterNames(nameIn(heading)).entries()) add(name, rank, id);
    for (const [, code = ''] of html.matchAll(described)) {
      for (const each of textOf(code).split(/, | \| /)) add(nameIn(each), rankOfDescribed, id);
    }
  }
  return [...definitions.values()].slice(0, maxDefinitions);
}
