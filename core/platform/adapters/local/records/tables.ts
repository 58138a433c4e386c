import { isDeepStrictEqual } from 'node:util';
import { Failure } from '#core/platform/failure.ts';
import { lazy } from '#core/platform/lazy.ts';
import type { Database } from '../database/database.ts';
import type { Sql } from '../database/statements.ts';
import { isTaken } from '../database/failure.ts';
import { createTable, dropIndexes, indexesOf, storedIndexes } from './definition.ts';
import { migrate } from './migrate.ts';
import type { AnyTable } from '../../rules/records/any-table.ts';

interface Known {
  readonly version: number;
  /** The types of the columns as they were stored: JSON text of name and type. */
  readonly columns: string;
}

export interface Tables {
  /** Makes or migrates the table at its first use in this process; afterwards no promise. */
  ready(table: AnyTable): Promise<void> | undefined;
  /** Makes what the sequences are kept in. */
  catalogue(): Promise<void>;
}

export function recordTables(database: Database): Tables {
  const made = new Map<string, AnyTable>();
  const catalogue = lazy(() => database.write(createCatalogue));

  return {
    catalogue,

    ready(table) {
      return made.get(table.name) === table ? undefined : make(table);
    },
  };

  async function make(table: AnyTable) {
    await catalogue();
    if (!database.read((sql) => isCurrent(sql, table))) {
      await database.write((sql) => makeOrMigrate(sql, table, database.file));
    }
    made.set(table.name, table);
  }
}

function createCatalogue(sql: Sql) {
  sql.execute(
    'CREATE TABLE IF NOT EXISTS lantern_tables (name TEXT PRIMARY KEY, version INTEGER NOT NULL, columns TEXT NOT NULL) STRICT;' +
      'CREATE TABLE IF NOT EXISTS lantern_sequences (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT',
  );
}

function isCurrent(sql: Sql, table: AnyTable): boolean {
  const known = find(sql, table.name);
  if (known?.version !== table.version || !hasColumns(known, table)) return false;
  return isDeepStrictEqual(storedIndexes(sql, table), indexesOf(table));
}

function makeOrMigrate(sql: Sql, table: AnyTable, file: string) {
  const known = find(sql, table.name);
  if (known && known.version > table.version) {
    throw new Failure(
      'configuration',
      'newer_database',
      `Database ${file}: table ${table.name} has version ${known.version}, this program knows ${table.version}; update the program or name another file`,
    );
  }
  if (known?.version === table.version && !hasColumns(known, table)) {
    throw new Error(`table ${table.name}: its columns changed, so raise its version`);
  }
  dropIndexes(sql, table);
  if (!known) createTable(sql, table, table.name);
  else if (known.version < table.version) migrate(sql, table, known, file);
  makeIndexes(sql, table, file);
  sql
    .statement('INSERT OR REPLACE INTO lantern_tables (name, version, columns) VALUES (?, ?, ?)')
    .run(table.name, table.version, JSON.stringify(typesOf(table)));
}

function makeIndexes(sql: Sql, table: AnyTable, file: string) {
  for (const text of indexesOf(table)) {
    try {
      sql.execute(text);
    } catch (error) {
      if (!isTaken(error)) throw error;
      throw new Failure(
        'configuration',
        'bad_migration',
        `Database ${file}: table ${table.name} holds values twice that version ${table.version} wants unique (${(error as Error).message}); nothing was changed, correct the rows or go back to the program before`,
        { cause: error },
      );
    }
  }
}

function find(sql: Sql, name: string): Known | undefined {
  return sql.statement('SELECT version, columns FROM lantern_tables WHERE name = ?').get(name) as
    Known | undefined;
}

/** In any order: rows are written and read by the names of columns. */
function hasColumns({ columns }: Known, table: AnyTable): boolean {
  return isDeepStrictEqual(JSON.parse(columns), typesOf(table));
}

function typesOf(table: AnyTable): Record<string, string> {
  const types = Object.entries(table.columns).map(([name, { type }]) => [name, type]);
  return Object.fromEntries(types) as Record<string, string>;
}
