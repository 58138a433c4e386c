import { isDeepStrictEqual } from 'node:util';
import { Failure } from '../../../failure.ts';
import { asStored, columnOf, type AnyTable, type Row, type StoredRow } from './any-table.ts';
import { assertEnd } from './expiry.ts';
import { assertKeyLength, assertOrderLengths } from './key.ts';

const maxRowBytes = 16 * 1024 * 1024;
/** Fits an item of DynamoDB, which removes expired items, but no files beside them. */
const maxExpiringBytes = 300_000;

/** A new row: the given columns over the initial values, checked, as it is stored. */
export function newRow(table: AnyTable, input: Row): Row {
  const row: Row = {};
  for (const name in table.columns) {
    const { initial } = columnOf(table, name);
    if (initial !== undefined) row[name] = initial;
  }
  return wholeRow(table, withDefined(row, input));
}

/** The stored row with the changes, which may name the key but not change it. */
export function changedRow(table: AnyTable, stored: StoredRow, changes: Row): Row {
  const { version: _, ...row }: Row = stored;
  for (const name of table.key) {
    const input = changes[name];
    if (input === undefined || asStored(columnOf(table, name).type, input) === row[name]) continue;
    throw new Failure('invalid', 'key_changed', `${table.name}.${name}: a key never changes`);
  }
  return wholeRow(table, withDefined(row, changes), stored);
}

/** Refuses the write unless the row holds all that is expected. */
export function assertHolds(table: AnyTable, row: StoredRow, expected: Row | undefined): void {
  for (const [name, value] of Object.entries(expected ?? {})) {
    if (value === undefined) continue;
    const expectedValue = name === 'version' ? value : asStored(columnOf(table, name).type, value);
    if (isDeepStrictEqual(row[name], expectedValue)) continue;
    throw new Failure('conflict', 'changed', `${table.name}: the row was changed meanwhile`);
  }
}

function wholeRow(table: AnyTable, input: Row, stored?: StoredRow): Row {
  const parsed = table.parse(input, stored);
  const row: Row = {};
  let bytes = 0;
  for (const name in table.columns) {
    const [value = null, before] = [parsed[name], stored?.[name]];
    row[name] = value === before ? before : asStored(columnOf(table, name).type, value);
    bytes += bytesOf(row[name]);
  }
  assertKeyLength(table, row);
  assertOrderLengths(table, row);
  assertEnd(table, row);
  const most = table.expires === undefined ? maxRowBytes : maxExpiringBytes;
  if (bytes <= most) return row;
  const message = `${table.name}: the row takes ${bytes} bytes, at most ${most} fit`;
  throw new Failure('too-large', 'row_too_large', message);
}

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  return typeof value === 'object' && value !== null ? Buffer.byteLength(JSON.stringify(value)) : 8;
}

/** A column that is named without a value was not given. */
function withDefined(row: Row, values: Row): Row {
  for (const name in values) if (values[name] !== undefined) row[name] = values[name];
  return row;
}
