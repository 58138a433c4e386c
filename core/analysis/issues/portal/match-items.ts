import type { PlacedFailure } from '#core/analysis/jobs/record-history.ts';
import type { PortalItem } from './portal.ts';

export interface Matches {
  readonly pairs: readonly (readonly [PortalItem, PlacedFailure])[];
  /** Without an item, or with several that may be meant. */
  readonly unmatched: readonly PlacedFailure[];
}

/**
 * Finds the items of failures: by name, else by code reference, else one name ends with the other
 * after a dot. What may be meant by several tests is not matched. One test may have several items:
 * those with the same code reference.
 */
export function matchItems(
  failures: readonly PlacedFailure[],
  items: readonly PortalItem[],
): Matches {
  const find = itemFinder(items);
  const claims = new Map<PortalItem, PlacedFailure[]>();
  const found = failures.map((placed) => [placed, find(placed.failure.test_name)] as const);
  for (const [placed, own] of found) {
    for (const item of own) {
      const claim = claims.get(item);
      if (claim) claim.push(placed);
      else claims.set(item, [placed]);
    }
  }
  const certain = [...claims].filter(([, claim]) => isOneTest(claim));
  const matched = new Set(certain.map(([item]) => item));
  const isMatched = (own: readonly PortalItem[]) =>
    own.length > 0 && own.every((item) => matched.has(item));
  return {
    pairs: certain.flatMap(([item, [placed]]) => (placed ? [[item, placed] as const] : [])),
    unmatched: found.filter(([, own]) => !isMatched(own)).map(([placed]) => placed),
  };
}

/** A test that failed twice has two failures; with two classes it is open which of them the item has. */
function isOneTest([first, ...others]: readonly PlacedFailure[]): boolean {
  return others.every(
    ({ failure }) =>
      failure.test_name === first?.failure.test_name &&
      failure.analysis.classification === first.failure.analysis.classification,
  );
}

type Index = Map<string, Set<PortalItem>>;

function itemFinder(items: readonly PortalItem[]) {
  const byName: Index = new Map();
  const byReference: Index = new Map();
  const byEnding: Index = new Map();
  for (const item of items) {
    const references = referencesOf(item);
    if (item.name) add(byName, item.name, item);
    for (const reference of references) add(byReference, reference, item);
    for (const name of [item.name ?? '', ...references]) {
      for (const ending of endings(name)) add(byEnding, ending, item);
    }
  }
  const known = new Map<string, readonly PortalItem[]>();
  return (name: string): readonly PortalItem[] => {
    const earlier = known.get(name);
    if (earlier) return earlier;
    const exact = byName.get(name) ?? byReference.get(name);
    const similar = () => [
      ...(byEnding.get(name) ?? []),
      ...endings(name).flatMap((ending) => [...(byName.get(ending) ?? [])]),
    ];
    const found = [...new Set(exact ?? similar())];
    const items = isOneReference(found) ? found : [];
    known.set(name, items);
    return items;
  };
}

function add(index: Index, key: string, item: PortalItem): void {
  const known = index.get(key);
  if (known) known.add(item);
  else index.set(key, new Set([item]));
}

function isOneReference([first, ...others]: readonly PortalItem[]): boolean {
  return others.every(({ codeRef }) => Boolean(codeRef) && codeRef === first?.codeRef);
}

/** As it is, and with dots: `tests/test_cart.py:TestCart.adds` is `tests.test_cart.TestCart.adds` in
 * a JUnit report. */
function referencesOf({ codeRef }: PortalItem): string[] {
  if (!codeRef) return [];
  return [...new Set([codeRef, codeRef.replace(/(?:\.[a-z]{1,4})?:{1,2}|[/#]/g, '.')])];
}

const mostEndings = 20;

/** What follows each of the last dots. */
function endings(name: string): string[] {
  const parts = name.split('.');
  const from = Math.max(1, parts.length - mostEndings);
  return parts
    .slice(from)
    .map((_, at) => parts.slice(from + at).join('.'))
    .filter((ending) => ending !== '');
}
