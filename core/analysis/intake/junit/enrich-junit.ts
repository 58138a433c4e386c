import type { Place } from '../../base/schema/place.ts';
import { xmlAttribute, xmlText } from './xml-text.ts';

export type Property = readonly [name: string, value: string];

/** New children of an element. The texts are made when they are written. */
export interface Addition {
  readonly place: Place;
  readonly properties: () => readonly Property[];
  /** Text of a new `<system-out>`; absent: none. */
  readonly output?: () => string;
}

/** The XML unchanged, with the additions as new elements. */
export async function* enrichJunit(
  xml: AsyncIterable<string>,
  additions: readonly Addition[],
): AsyncIterable<string> {
  const insertions = additions
    .flatMap(insertionsOf)
    // The sort is stable: what goes to one place keeps its order.
    .sort((a, b) => a.offset - b.offset);
  let next = 0;
  let start = 0;
  for await (const text of xml) {
    let done = 0;
    for (; next < insertions.length; next += 1) {
      const { offset, make } = insertions[next] as Insertion;
      if (offset > start + text.length) break;
      yield text.slice(done, offset - start) + make();
      done = offset - start;
    }
    yield text.slice(done);
    start += text.length;
  }
}

interface Insertion {
  readonly offset: number;
  readonly make: () => string;
}

function insertionsOf({ place, properties, output }: Addition): Insertion[] {
  const { offset, propertiesEnd } = place;
  const list = { offset: propertiesEnd ?? offset, make: () => listOf(place, properties()) };
  if (!output) return [list];
  return [list, { offset, make: () => element(place, 'system-out', xmlText(output())) }];
}

/** Joins the properties that are there, or makes a list of its own. */
function listOf(place: Place, properties: readonly Property[]): string {
  if (properties.length === 0) return '';
  const { prefix, propertiesEnd } = place;
  const items = properties.map(
    ([name, value]) =>
      `<${prefix}property name="${xmlAttribute(name)}" value="${xmlAttribute(value)}"/>`,
  );
  return propertiesEnd === undefined
    ? element(place, 'properties', items.join(''))
    : items.join('');
}

function element({ prefix }: Place, name: string, content: string): string {
  return content === '' ? '' : `<${prefix}${name}>${content}</${prefix}${name}>`;
}
