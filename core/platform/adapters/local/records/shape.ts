import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { Column, ColumnType } from '#core/platform/ports/records.ts';
import {
  columnOf,
  type AnyTable,
  type Row,
  type StoredRow,
} from '../../rules/records/any-table.ts';

const sqlTypes: Readonly<Record<ColumnType, string>> = {
  text: 'TEXT',
  integer: 'INTEGER',
  real: 'REAL',
  boolean: 'INTEGER',
  json: 'TEXT',
};

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

export function encode(type: ColumnType, value: unknown): SQLInputValue {
  if (value === null) return null;
  if (type === 'boolean') return value ? 1 : 0;
  if (type === 'json') return JSON.stringify(value);
  return value as string | number;
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
export function keyValues(table: AnyTable, key: Row): SQLInputValue[] {
  return encodeRow(table, key, table.key);
}
