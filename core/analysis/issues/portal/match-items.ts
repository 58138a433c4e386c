import type { PlacedFailure } from '../../jobs/record-history.ts';
import type { PortalItem, Portal } from './portal.ts';
import type { ChildJobAnalysis, FailureAnalysis } from '../../base/schema/result.ts';
import type { StoredResult } from '../../base/schema/stored-result.ts';

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
  const candidates = failures.map((entry) => [entry, find(entry.failure.test_name)] as const);
  for (const [entry, own] of candidates) {
    for (const item of own) {
      const claim = claims.get(item);
      if (claim) claim.push(entry);
      else claims.set(item, [entry]);
    }
  }
  const certain = [...claims].filter(([, claim]) => isOneTest(claim));
  const matched = new Set(certain.map(([item]) => item));
  const isMatched = (own: readonly PortalItem[]) =>
    own.length > 0 && own.every((item) => matched.has(item));
  return {
    pairs: certain.flatMap(([item, [entry]]) => (entry ? [[item, entry] as const] : [])),
    unmatched: candidates.filter(([, own]) => !isMatched(own)).map(([entry]) => entry),
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
  const byTest = new Map<string, readonly PortalItem[]>();
  return (name: string): readonly PortalItem[] => {
    const earlier = byTest.get(name);
    if (earlier) return earlier;
    const exact = byName.get(name) ?? byReference.get(name);
    const similar = () => [
      ...(byEnding.get(name) ?? []),
      ...endings(name).flatMap((ending) => [...(byName.get(ending) ?? [])]),
    ];
    const matches = [...new Set(exact ?? similar())];
    const items = isOneReference(matches) ? matches : [];
    byTest.set(name, items);
    return items;
  };
}

function add(index: Index, key: string, item: PortalItem): void {
  const items = index.get(key);
  if (items) items.add(item);
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

const maxEndings = 20;

/** What follows each of the last dots. */
function endings(name: string): string[] {
  const parts = name.split('.');
  const from = Math.max(1, parts.length - maxEndings);
  return parts
    .slice(from)
    .map((_, at) => parts.slice(from + at).join('.'))
    .filter((ending) => ending !== '');
}

/** Failures, and the items among which theirs are. */
interface Pool {
  readonly items: readonly PortalItem[];
  readonly failures: PlacedFailure[];
}

/** A build reports to launches of its own, or to those of the build that started it. */
export async function readPools(
  portal: Portal,
  ciUrl: string,
  { failures, child_job_analyses }: StoredResult,
): Promise<{ readonly launches: readonly number[]; readonly pools: readonly Pool[] }> {
  const launches: number[] = [];
  const pools: Pool[] = [{ items: await itemsOf(ciUrl), failures: placed(failures, '', 0) }];

  async function itemsOf(url: string | null): Promise<readonly PortalItem[]> {
    const own = url ? await portal.launches(url) : [];
    launches.push(...own);
    const items: PortalItem[] = [];
    for (const launch of own) items.push(...(await portal.failedSteps(launch)));
    return items;
  }

  async function addChild(child: ChildJobAnalysis, parent: Pool | undefined): Promise<void> {
    const before = launches.length;
    const items = await itemsOf(child.ci_url);
    const own = placed(child.failures, child.job_name, child.build_number);
    let pool = parent;
    if (launches.length > before) {
      pool = { items, failures: own };
      pools.push(pool);
    } else pool?.failures.push(...own);
    for (const each of child.failed_children) await addChild(each, pool);
  }

  for (const child of child_job_analyses) await addChild(child, pools[0]);
  return { launches, pools };
}

function placed(
  failures: readonly FailureAnalysis[],
  child_job_name: string,
  child_build_number: number,
): PlacedFailure[] {
  return failures.map((failure) => ({ child_job_name, child_build_number, failure }));
}
