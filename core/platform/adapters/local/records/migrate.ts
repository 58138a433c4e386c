import type { SQLOutputValue } from 'node:sqlite';
import { Failure } from '#core/platform/failure.ts';
import type { ColumnType } from '#core/platform/ports/records.ts';
import type { Sql } from '../database/statements.ts';
import { createTable } from './definition.ts';
import type { AnyTable, Row } from '../../rules/records/any-table.ts';
import { newRow } from '../../rules/records/row.ts';
import { columnDefinition, decode, encode, encodeRow, quote } from './shape.ts';

interface Older {
  readonly version: number;
  readonly columns: string;
}

type Types = Readonly<Record<string, ColumnType>>;

/** Brings the stored rows to the program's shape. The caller drops the indexes, makes them anew and notes the
 * new version, all in one transaction: a crash leaves the old table. */
export function migrate(sql: Sql, table: AnyTable, older: Older, file: string) {
  const types = JSON.parse(older.columns) as Types;
  if (needsOnlyColumns(table, older.version, types)) addColumns(sql, table, types);
  else rewriteRows(sql, table, older.version, types, file);
}

function needsOnlyColumns(table: AnyTable, from: number, types: Types): boolean {
  for (let version = from + 1; version <= table.version; version += 1) {
    if (table.upgrades[version]) return false;
  }
  const kept = Object.entries(types).every(([name, type]) => table.columns[name]?.type === type);
  const added = Object.entries(table.columns).filter(([name]) => !types[name]);
  return kept && added.every(([, column]) => 'initial' in column);
}

function addColumns(sql: Sql, table: AnyTable, types: Types) {
  for (const [name, column] of Object.entries(table.columns)) {
    if (types[name]) continue;
    const constant =
      column.initial === null ? '' : ` DEFAULT ${literal(column.type, column.initial)}`;
    const definition = columnDefinition(name, column, constant);
    sql.execute(`ALTER TABLE ${quote(table.name)} ADD COLUMN ${definition}`);
  }
}

function rewriteRows(sql: Sql, table: AnyTable, from: number, types: Types, file: string) {
  const next = `${table.name}__next`;
  createTable(sql, table, next);
  const columns = Object.keys(table.columns);
  const names = [...columns, 'version'];
  const marks = names.map(() => '?').join(', ');
  const insert = sql.statement(
    `INSERT INTO ${quote(next)} (${names.map(quote).join(', ')}) VALUES (${marks})`,
  );
  const old = sql.statement(`SELECT * FROM ${quote(table.name)}`);
  for (const found of old.iterate()) {
    try {
      const row = newRow(table, upgraded(table, from, decodeOld(types, found)));
      insert.run(...encodeRow(table, row, columns), found['version'] ?? 1);
    } catch (error) {
      throw notUpgradable(table, found, file, error);
    }
  }
  sql.execute(`DROP TABLE ${quote(table.name)}`);
  sql.execute(`ALTER TABLE ${quote(next)} RENAME TO ${quote(table.name)}`);
}

function upgraded(table: AnyTable, from: number, row: Row): Row {
  let current = row;
  for (let version = from + 1; version <= table.version; version += 1) {
    current = table.upgrades[version]?.(current) ?? current;
  }
  // What no upgrade took along is dropped with its column.
  return Object.fromEntries(Object.entries(current).filter(([name]) => name in table.columns));
}

function decodeOld(types: Types, found: Record<string, SQLOutputValue>): Row {
  const columns = Object.entries(types);
  return Object.fromEntries(
    columns.map(([name, type]) => [name, decode(type, found[name] ?? null)]),
  );
}

function notUpgradable(
  table: AnyTable,
  found: Record<string, SQLOutputValue>,
  file: string,
  error: unknown,
): Failure {
  const key = table.key.map((column) => String(found[column])).join(', ');
  const reason = error instanceof Error ? error.message : String(error);
  return new Failure(
    'configuration',
    'bad_migration',
    `Database ${file}: table ${table.name}, row ${key} cannot be brought to version ${table.version}: ${reason}; nothing was changed, correct the row or go back to the program before`,
    { cause: error },
  );
}

function literal(type: ColumnType, value: unknown): string {
  const encoded = encode(type, value);
  return typeof encoded === 'string' ? `'${encoded.replaceAll("'", "''")}'` : `${Number(encoded)}`;
}
