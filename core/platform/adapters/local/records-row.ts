import { isDeepStrictEqual } from 'node:util';
import type { SQLInputValue } from 'node:sqlite';
import { Failure } from '#core/platform/failure.ts';
import {
  assertKeyLength,
  bytesOf,
  columnOf,
  decode,
  encode,
  encodeRow,
  type AnyTable,
  type Row,
  type StoredRow,
} from './records-shape.ts';

const maxOrderBytes = 512;
const maxRowBytes = 16 * 1024 * 1024;

export interface WholeRow {
  /** As a later get will return it. */
  readonly row: Row;
  /** As SQLite takes it, in the order of the table's columns. */
  readonly values: readonly SQLInputValue[];
}

/** A new row: what is given over the initial values, checked and within the limits. */
export function newRow(table: AnyTable, given: Row): WholeRow {
  const row: Row = {};
  for (const [name, column] of Object.entries(table.columns)) {
    if ('initial' in column) row[name] = column.initial;
  }
  return wholeRow(table, { ...row, ...defined(given) });
}

/** The stored row with the changes, which may name the key but not change it. */
export function changedRow(table: AnyTable, stored: StoredRow, changes: Row): WholeRow {
  const { version: _, ...row } = stored;
  for (const name of table.key) {
    if (changes[name] !== undefined && changes[name] !== row[name]) {
      throw new Failure('invalid', 'bad_row', `${table.name}.${name}: a key never changes`);
    }
  }
  return wholeRow(table, { ...row, ...defined(changes) });
}

/** Refuses the write unless the row holds all of what is expected. */
export function assertHolds(table: AnyTable, row: StoredRow, expected: Row | undefined) {
  for (const [name, value] of Object.entries(expected ?? {})) {
    if (value === undefined || isDeepStrictEqual(row[name], value)) continue;
    throw new Failure('conflict', 'changed', `${table.name}: the row was changed meanwhile`);
  }
}

function wholeRow(table: AnyTable, given: Row): WholeRow {
  const parsed = table.parse(given);
  const names = Object.keys(table.columns);
  const values = encodeRow(table, parsed, names);
  const row: Row = {};
  for (const [at, name] of names.entries()) row[name] = asStored(table, name, values[at] ?? null);
  assertLimits(table, row, values);
  return { row, values };
}

function asStored(table: AnyTable, name: string, value: SQLInputValue): unknown {
  return decode(columnOf(table, name).type, value as string | number | null);
}

function assertLimits(table: AnyTable, row: Row, values: readonly SQLInputValue[]) {
  assertKeyLength(table, encodeRow(table, row, table.key));
  for (const { order } of Object.values(table.indexes)) {
    const bytes = bytesOf(encode(columnOf(table, order).type, row[order]));
    if (bytes <= maxOrderBytes) continue;
    throw new Failure(
      'invalid',
      'key_too_long',
      `${table.name}.${order}: takes ${bytes} bytes, at most ${maxOrderBytes} can be ordered`,
    );
  }
  const bytes = values.reduce<number>((sum, value) => sum + bytesOf(value), 0);
  if (bytes <= maxRowBytes) return;
  throw new Failure(
    'too-large',
    'row_too_large',
    `${table.name}: the row takes ${bytes} bytes, at most ${maxRowBytes} fit`,
  );
}

/** A column that is named without a value was not given. */
function defined(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
}
