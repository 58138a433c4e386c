// How many rows each group of a counted index has, written in the transaction of the row. Many
// counters, since transactions of one item exclude each other:
//   pk, sk   c#<partition of the group>#<counter>, c
//   rows     that entered, less those that left, by this counter
import type { AnyTable } from '../../rules/records/any-table.ts';
import type { ReadQuery } from '../../rules/records/query.ts';
import type { Dynamo, ItemKey, Write } from '../dynamo/dynamo.ts';
import { partitions, type Link } from './links.ts';
import { equalValues } from './scan.ts';

const countersPerShard = 16;
const attribute = 'rows';

/** Writers of one process take one counter after the other. */
let turn = Math.floor(Math.random() * countersPerShard);

export function countWrites(
  table: AnyTable,
  before: Readonly<Record<string, ItemKey>>,
  links: Readonly<Record<string, Link>>,
): Write[] {
  turn += 1;
  return Object.entries(table.indexes).flatMap(([name, { isCounted = false }]) => {
    const [old, next] = [before[`i:${name}`], links[`i:${name}`]?.key];
    if (!isCounted || groupOf(old) === groupOf(next)) return [];
    return [...addTo(counterOf(old, table), -1), ...addTo(counterOf(next, table), 1)];
  });
}

/** The rows of the query's group; undefined: they are not counted. */
export async function countRows(
  dynamo: Dynamo,
  table: AnyTable,
  query: ReadQuery,
): Promise<number | undefined> {
  const { index, from, to, filter, contains } = query;
  const isWhole = (from ?? to ?? contains) === undefined && filter.length === 0;
  if (index === undefined || !table.indexes[index]?.isCounted || !isWhole) return undefined;
  const [pk = ''] = partitions(table, index, equalValues(table, query));
  const items = await dynamo.getAll(countersOf({ pk }, table.shards));
  return items.reduce((sum, item) => sum + Number(item[attribute]?.N), 0);
}

function counterOf(entry: ItemKey | undefined, { shards }: AnyTable): ItemKey | undefined {
  return entry && countersOf(entry, shards)[turn % (countersPerShard * shards)];
}

/** The counters of the group of an entry. */
export function countersOf(entry: Pick<ItemKey, 'pk'>, shards: number): ItemKey[] {
  const group = groupOf(entry);
  return Array.from({ length: countersPerShard * shards }, (_, at) => {
    return { pk: `c#${group}#${at}`, sk: 'c' };
  });
}

export function addTo(counter: ItemKey | undefined, by: number): Write[] {
  return counter ? [{ add: counter, attribute, by }] : [];
}

/** The partition of an entry without its shard. */
function groupOf(key: Pick<ItemKey, 'pk'> | undefined): string | undefined {
  return key?.pk.slice(0, key.pk.lastIndexOf('#'));
}
