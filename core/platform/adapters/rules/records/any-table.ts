import type { Column, ColumnType, Table } from '../../../ports/records.ts';

export type AnyTable = Table<Record<string, unknown>>;
export type Row = Record<string, unknown>;
export type StoredRow = Row & { readonly version: number };

/** Adapters treat rows of all tables alike; the caller's type comes back at the adapter's edge. */
export function anyTable<Given extends object>(table: Table<Given>): AnyTable {
  return table as unknown as AnyTable;
}

export function columnOf(table: AnyTable, name: string): Column {
  const column = table.columns[name];
  if (!column) throw new Error(`table ${table.name} has no column ${name}`);
  return column;
}

/** The value as every home stores it: half of a surrogate pair has no UTF-8, and numbers have one
 * zero. */
export function asStored(type: ColumnType, value: unknown): unknown {
  if (type === 'text' && typeof value === 'string') return value.toWellFormed();
  if (value === 0) return 0;
  return type === 'json' && value !== null ? (JSON.parse(JSON.stringify(value)) as unknown) : value;
}
