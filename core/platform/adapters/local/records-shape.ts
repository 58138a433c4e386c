import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { Failure } from '#core/platform/failure.ts';
import type { Column, ColumnType, Key, Table } from '#core/platform/ports.ts';

export type AnyTable = Table<Record<string, unknown>>;
export type Row = Record<string, unknown>;
export type StoredRow = Row & { readonly version: number };

const sqlTypes: Readonly<Record<ColumnType, string>> = {
  text: 'TEXT',
  integer: 'INTEGER',
  real: 'REAL',
  boolean: 'INTEGER',
  json: 'TEXT',
};

/** Rows of any table are handled alike; the caller's type comes back at the adapter's edge. */
export function anyTable<Row extends object>(table: Table<Row>): AnyTable {
  return table as unknown as AnyTable;
}

/** Table and column names are snake_case (table() sees to it), but may be words of SQL. */
export function quote(name: string): string {
  return `"${name}"`;
}

export function columnList(table: AnyTable): string {
  return [...Object.keys(table.columns), 'version'].map(quote).join(', ');
}

export function keyCondition(table: AnyTable): string {
  return table.key.map((column) => `${quote(column)} = ?`).join(' AND ');
}

export function columnDefinition(name: string, column: Column, constant = ''): string {
  const notNull = column.nullable ? '' : ' NOT NULL';
  return `${quote(name)} ${sqlTypes[column.type]}${notNull}${constant}`;
}

export function columnOf(table: AnyTable, name: string): Column {
  const column = table.columns[name];
  if (!column) throw new Error(`table ${table.name} has no column ${name}`);
  return column;
}

export function encode(type: ColumnType, value: unknown): SQLInputValue {
  if (value === null) return null;
  if (type === 'boolean') return value ? 1 : 0;
  if (type === 'json') return JSON.stringify(value);
  // Half of a surrogate pair has no UTF-8; here it becomes what the file would make of it.
  return type === 'text' ? (value as string).toWellFormed() : (value as number);
}

export function decode(type: ColumnType, value: SQLOutputValue): unknown {
  if (value === null) return null;
  if (type === 'boolean') return value !== 0;
  return type === 'json' ? (JSON.parse(value as string) as unknown) : value;
}

export function encodeRow(table: AnyTable, row: Row, columns: readonly string[]) {
  return columns.map((name) => encode(columnOf(table, name).type, row[name]));
}

export function decodeRow(table: AnyTable, found: Record<string, SQLOutputValue>): StoredRow {
  const row: Row = {};
  for (const [name, { type }] of Object.entries(table.columns)) {
    row[name] = decode(type, found[name] ?? null);
  }
  row['version'] = found['version'];
  return row as StoredRow;
}

/** The same of many rows whose values come in the order of columnList(). */
export function decodeRows(table: AnyTable, found: readonly SQLOutputValue[][]): StoredRow[] {
  const columns = Object.entries(table.columns);
  return found.map((values) => {
    const row: Row = {};
    for (let at = 0; at < columns.length; at += 1) {
      const [name, { type }] = columns[at] as [string, Column];
      row[name] = decode(type, values[at] ?? null);
    }
    row['version'] = values[columns.length];
    return row as StoredRow;
  });
}

/** The key's values in the order of its columns, for the conditions of keyCondition(). */
export function keyValues(table: AnyTable, key: Key): SQLInputValue[] {
  const values = table.key.map((name) => {
    const value = key[name];
    if (!fits(columnOf(table, name).type, value) || value === null) {
      throw new Failure('invalid', 'bad_key', `${table.name}.${name}: not a value of the key`);
    }
    return encode(columnOf(table, name).type, value);
  });
  if (Object.keys(key).length !== table.key.length) {
    throw new Failure('invalid', 'bad_key', `${table.name}: the key is ${table.key.join(', ')}`);
  }
  assertKeyLength(table, values);
  return values;
}

const maxKeyBytes = 900;

export function assertKeyLength(table: AnyTable, values: readonly SQLInputValue[]) {
  const bytes = values.reduce<number>((sum, value) => sum + bytesOf(value), 0);
  if (bytes <= maxKeyBytes) return;
  throw new Failure(
    'invalid',
    'key_too_long',
    `${table.name}: the key takes ${bytes} bytes, at most ${maxKeyBytes} fit`,
  );
}

export function bytesOf(value: SQLInputValue): number {
  if (value === null) return 0;
  return typeof value === 'string' ? Buffer.byteLength(value) : 8;
}

/** True when a column of this type could hold the value, or null. */
export function fits(type: ColumnType, value: unknown): boolean {
  if (value === null) return true;
  if (type === 'text') return typeof value === 'string';
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'integer') return Number.isSafeInteger(value);
  return type === 'real' ? Number.isFinite(value) : value !== undefined;
}
