import { lazy } from '../../../lazy.ts';
import type { Database } from '../database/database.ts';
import type { Sql } from '../database/statements.ts';
import type { AnyTable } from '../../rules/records/any-table.ts';
import { columnDefinition, quote } from './shape.ts';

export interface Tables {
  /** Makes the table at its first use in this process; afterwards no promise. */
  ready(table: AnyTable): Promise<void> | undefined;
  /** Makes the table of the sequences. */
  sequences(): Promise<void>;
}

const sequenceTable =
  'CREATE TABLE IF NOT EXISTS lantern_sequences (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT';

export function recordTables(database: Database): Tables {
  const readyTables = new Map<string, AnyTable>();

  return {
    sequences: lazy(() => database.write((sql) => sql.execute(sequenceTable))),

    ready(table) {
      return readyTables.get(table.name) === table ? undefined : make(table);
    },
  };

  async function make(table: AnyTable) {
    await database.write((sql) => makeTable(sql, table));
    readyTables.set(table.name, table);
  }
}

/** Adds what a table of an earlier release does not have yet: columns with their initial values, and
 * indexes. Nothing is changed or removed, so that the release before still works with the file: an
 * index that changes gets another name. */
function makeTable(sql: Sql, table: AnyTable) {
  const definitions = Object.entries(table.columns).map(
    ([name, column]) => [name, columnDefinition(name, column)] as const,
  );
  const columns = [
    ...definitions.map(([, definition]) => definition),
    '"version" INTEGER NOT NULL',
    `PRIMARY KEY (${table.key.map(quote).join(', ')})`,
  ];
  sql.execute(`CREATE TABLE IF NOT EXISTS ${quote(table.name)} (${columns.join(', ')}) STRICT`);
  const rows = sql.statement('SELECT name FROM pragma_table_info(?)').all(table.name);
  const stored = new Set(rows.map((row) => row['name']));
  for (const [name, definition] of definitions) {
    if (stored.has(name)) continue;
    sql.execute(`ALTER TABLE ${quote(table.name)} ADD COLUMN ${definition}`);
  }
  for (const index of indexesOf(table)) sql.execute(index);
}

/** Most hold the key after their own columns, so that ties come out in the key's order unsorted. */
function indexesOf({ name: table, key, unique, indexes, expires }: AnyTable): string[] {
  const on = (name: string, columns: readonly string[]) =>
    `INDEX IF NOT EXISTS ${quote(`${table}__${name}`)} ON ${quote(table)} (${columns.map(quote).join(', ')})`;
  return [
    ...unique.map((column) => `CREATE UNIQUE ${on(`unique_${column}`, [column])}`),
    ...Object.entries(indexes).flatMap(([name, { equal, order, isShort, isPast }]) => {
      if (isPast) return [];
      const columns = new Set([...equal, order, ...(isShort ? [] : key)]);
      return `CREATE ${on(name, [...columns])}`;
    }),
    ...(expires === undefined ? [] : [`CREATE ${on('expires', [expires])}`]),
  ];
}
