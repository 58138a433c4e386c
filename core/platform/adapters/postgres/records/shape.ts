import type { Column, ColumnType } from '../../../ports/records.ts';
import {
  columnOf,
  type AnyTable,
  type Row,
  type StoredRow,
} from '../../rules/records/any-table.ts';
import { decodeText, encodeText } from '../database/text.ts';

/** Texts compare by code point, as in the port's promise. */
const sqlTypes: Readonly<Record<ColumnType, string>> = {
  text: 'text COLLATE "C"',
  integer: 'bigint',
  real: 'double precision',
  boolean: 'boolean',
  // Keeps the order of keys and every character, which jsonb does not.
  json: 'json',
};

export function quote(name: string): string {
  return `"${name}"`;
}

/** Changes with every write of a row, also when it was deleted and written again. */
export const identity = 'lantern_identity';

export function columnsOf(table: AnyTable): string[] {
  return [...Object.keys(table.columns), 'version'];
}

export function selected(table: AnyTable): string {
  return `${columnsOf(table).map(quote).join(', ')}, xmin AS ${identity}`;
}

export function columnDefinition(name: string, { type, nullable, initial }: Column): string {
  const notNull = nullable ? '' : ' NOT NULL';
  const value = encode(type, initial ?? null);
  const literal = typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
  return `${quote(name)} ${sqlTypes[type]}${notNull}${value === null ? '' : ` DEFAULT ${literal}`}`;
}

export function encode(type: ColumnType, value: unknown): unknown {
  if (value === null) return null;
  if (type === 'json') return JSON.stringify(value);
  return type === 'text' ? encodeText(value as string) : value;
}

export function encodeRow(table: AnyTable, row: Row, columns: readonly string[]): unknown[] {
  return columns.map((name) => encode(columnOf(table, name).type, row[name]));
}

/** The columns that were selected. */
export function decodeRow(table: AnyTable, stored: Row): StoredRow {
  const row: Row = {};
  for (const [name, { type }] of Object.entries(table.columns)) {
    const value = stored[name];
    if (value === undefined) continue;
    row[name] = type === 'text' && value !== null ? decodeText(value as string) : value;
  }
  row['version'] = stored['version'];
  return row as StoredRow;
}

/** The values of a statement, numbered as they come. */
export function parameters() {
  const values: unknown[] = [];
  return {
    values,
    /** The mark of a value. */
    mark: (value: unknown): string => `$${values.push(value)}`,
  };
}

export type Parameters = ReturnType<typeof parameters>;

export function keyCondition(table: AnyTable, key: Row, { mark }: Parameters): string {
  return table.key
    .map((name) => `${quote(name)} = ${mark(encode(columnOf(table, name).type, key[name]))}`)
    .join(' AND ');
}
