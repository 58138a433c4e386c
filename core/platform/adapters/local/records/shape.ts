import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { Column, ColumnType } from '../../../ports/records.ts';
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

export const columnNames = perTable(({ columns }) => [...Object.keys(columns), 'version']);

export const columnList = perTable((table) => columnNames(table).map(quote).join(', '));

export const keyCondition = perTable(({ key }) =>
  key.map((column) => `${quote(column)} = ?`).join(' AND '),
);

/** The row with a key, whose values keyValues() gives. */
export const selection = perTable(
  (table) => `SELECT ${columnList(table)} FROM ${quote(table.name)} WHERE ${keyCondition(table)}`,
);

/** A new row, whose version is 1; encodeRow() gives its values. */
export const insertion = perTable((table) => {
  const marks = Object.keys(table.columns).map(() => '?');
  return `INSERT INTO ${quote(table.name)} (${columnList(table)}) VALUES (${marks.join(', ')}, 1)`;
});

/** What a table needs, made once. */
function perTable<Part extends string | object>(make: (table: AnyTable) => Part) {
  const parts = new WeakMap<AnyTable, Part>();
  return (table: AnyTable): Part => {
    const part = parts.get(table) ?? make(table);
    parts.set(table, part);
    return part;
  };
}

export function columnDefinition(name: string, { type, nullable, initial }: Column): string {
  const notNull = nullable ? '' : ' NOT NULL';
  const value = encode(type, initial ?? null);
  const literal = typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : Number(value);
  return `${quote(name)} ${sqlTypes[type]}${notNull}${value === null ? '' : ` DEFAULT ${literal}`}`;
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

const columnsOf = perTable(({ columns }) => Object.entries(columns));

export function encodeRow(table: AnyTable, row: Row): SQLInputValue[] {
  return columnsOf(table).map(([name, { type }]) => encode(type, row[name]));
}

/** A row of these columns. */
export function decodeRow(
  table: AnyTable,
  names: readonly string[],
  stored: readonly SQLOutputValue[],
): StoredRow {
  const row: Row = {};
  names.forEach((name, at) => {
    const value = stored[at] ?? null;
    row[name] = name === 'version' ? value : decode(columnOf(table, name).type, value);
  });
  return row as StoredRow;
}

/** The key's values in the order of its columns, for the conditions of keyCondition(). */
export function keyValues(table: AnyTable, key: Row): SQLInputValue[] {
  return table.key.map((name) => encode(columnOf(table, name).type, key[name]));
}
