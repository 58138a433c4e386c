import { Failure } from '../../failure.ts';
import type { Table } from '../../ports.ts';
import { encodeKey, lengthOf, sortKey } from './dynamo-order.ts';
import type { ItemKey } from './dynamo.ts';

const LONGEST_KEY = 900;
const LONGEST_ORDER = 512;

/** Where a row lies; refuses keys that lack a column or are too long. */
export function addressOf<Row extends object>(table: Table<Row>, key: object): ItemKey {
  const values = key as Record<string, unknown>;
  let length = 0;
  for (const column of table.key) {
    const value = values[column];
    if (value === undefined || value === null) {
      throw new Failure('invalid', 'bad_key', `${table.name}: the key lacks ${column}`);
    }
    length += lengthOf(value);
  }
  if (length > LONGEST_KEY) throw tooLong(table.name, 'key', LONGEST_KEY);
  return { pk: rowPartition(table), sk: sortKey(encodeKey(table.key, values)) };
}

export function rowPartition(table: { name: string }): string {
  return `r#${table.name}`;
}

export function assertOrderColumns<Row extends object>(table: Table<Row>, row: Row): void {
  for (const { order } of Object.values(table.indexes)) {
    const value = (row as Record<string, unknown>)[order];
    if (lengthOf(value) > LONGEST_ORDER) throw tooLong(table.name, order, LONGEST_ORDER);
  }
}

function tooLong(table: string, what: string, limit: number): Failure {
  return new Failure('invalid', 'key_too_long', `${table}: ${what} takes at most ${limit} bytes`);
}

/** Whether the row has all these values; undefined ones are not asked for. */
export function holds(row: object, wanted: object | undefined): boolean {
  return Object.entries(wanted ?? {}).every(
    ([column, value]) =>
      value === undefined || sameValue((row as Record<string, unknown>)[column], value),
  );
}

function sameValue(one: unknown, other: unknown): boolean {
  if (one === other || (one === null) !== (other === null)) return one === other;
  return typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other);
}
