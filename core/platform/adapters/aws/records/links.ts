// The items that are written together with a row:
//   an entry for each index: grouped by the values of its equal columns, in the order of its order
//   column, with the columns that it carries, so that filters and totals need not read rows
//   an entry for the key, by which the whole table is listed
//   an item for each unique value, which names the row that holds it
import { createHash } from 'node:crypto';
import type { AnyTable, Row } from '../../rules/records/any-table.ts';
import { endOf } from '../../rules/records/expiry.ts';
import type { Item, ItemKey } from '../dynamo/dynamo.ts';
import { encodeExact, encodeKey, encodeNullable, separator } from './order.ts';
import { encodeCells, keyAttributes, timeToLive } from './item.ts';

const maxCellCharacters = 1_000;

export interface Link {
  readonly key: ItemKey;
  readonly item: Item;
  readonly isUnique: boolean;
}

/** By the name under which the row's item mentions them. */
export function linksOf(table: AnyTable, row: Row): Readonly<Record<string, Link>> {
  const links: Record<string, Link> = {};
  const encodedKey = encodeKey(table.key, row);
  const shard = shardOf(table, encodedKey);
  const life = timeToLive(table, row);
  const entry = (index: string | undefined, values: readonly unknown[], sk: string): Link => {
    const key = { pk: partitions(table, index, values)[shard] ?? '', sk };
    const short = carriedBy(table, index).filter((name) => isShort(row[name]));
    const cells = encodeCells(table, row, short);
    const item = { ...keyAttributes(key), row: { S: encodedKey }, cells: { M: cells }, ...life };
    return { key, item, isUnique: false };
  };
  links['k'] = entry(undefined, [], positionOf(table, undefined, row));
  for (const [name, { equal }] of Object.entries(table.indexes)) {
    const values = equal.map((column) => row[column]);
    links[`i:${name}`] = entry(name, values, positionOf(table, name, row));
  }
  for (const column of table.unique) {
    if (row[column] === null || row[column] === undefined) continue;
    const key = { pk: `u#${table.name}#${column}#${encodeExact([row[column]])}`, sk: 'u' };
    const end = endOf(table, row);
    const ends = end === null ? {} : { ends: { S: end } };
    const item = { ...keyAttributes(key), row: { S: encodedKey }, ...ends, ...life };
    links[`u:${column}`] = { key, item, isUnique: true };
  }
  return links;
}

/** The sort key of the row's entry in the index, or in the key's own: no two rows share one. */
export function positionOf(table: AnyTable, index: string | undefined, row: Row): string {
  const key = encodeKey(table.key, row) + separator;
  const order = index === undefined ? undefined : table.indexes[index]?.order;
  return order === undefined ? key : encodeNullable(row[order]) + separator + key;
}

/** The partitions of an index, or of the key, in which rows with these equal values lie. */
export function partitions(
  table: AnyTable,
  index: string | undefined,
  values: readonly unknown[],
): string[] {
  const base =
    index === undefined ? `k#${table.name}` : `i#${table.name}#${index}#${encodeExact(values)}`;
  return Array.from({ length: table.shards }, (_, shard) => `${base}#${shard}`);
}

/** The columns that an entry of the index holds where they are short. */
function carriedBy(table: AnyTable, index: string | undefined): readonly string[] {
  const definition = index === undefined ? undefined : table.indexes[index];
  const { equal = [], order, carries = [] } = definition ?? {};
  const columns = [...table.key, ...equal, order, ...carries, table.expires];
  return [...new Set(columns)].filter((name) => name !== undefined);
}

/** Longer values stay in the row, so that entries stay small. */
function isShort(value: unknown): boolean {
  return typeof value === 'object' && value !== null
    ? JSON.stringify(value).length <= maxCellCharacters
    : String(value).length <= maxCellCharacters;
}

function shardOf({ shards }: AnyTable, encodedKey: string): number {
  if (shards === 1) return 0;
  return createHash('sha256').update(encodedKey).digest().readUInt32BE() % shards;
}
