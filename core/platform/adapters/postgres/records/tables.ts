import { lazy } from '../../../lazy.ts';
import type { AnyTable } from '../../rules/records/any-table.ts';
import type { Postgres, Query } from '../database/database.ts';
import { columnDefinition, quote } from './shape.ts';

export interface Tables {
  /** Makes the table at its first use in this process; afterwards no promise. */
  ready(table: AnyTable): Promise<void> | undefined;
  /** Makes the table of the sequences. */
  sequences(): Promise<void>;
}

interface Index {
  readonly name: string;
  readonly isUnique?: true;
  readonly columns: readonly string[];
}

export function recordTables(database: Postgres): Tables {
  const readyTables = new Map<string, AnyTable>();

  return {
    sequences: lazy(() =>
      database.make(async (run) => {
        await run(`CREATE TABLE IF NOT EXISTS ${database.table('lantern_sequences')}
          (name text COLLATE "C" PRIMARY KEY, value bigint NOT NULL)`);
      }),
    ),

    ready(table) {
      return readyTables.get(table.name) === table ? undefined : make(table);
    },
  };

  async function make(table: AnyTable): Promise<void> {
    const isReady = await isComplete(database, table);
    if (!isReady) await database.make((run) => makeTable(database, run, table));
    readyTables.set(table.name, table);
  }
}

/** Whether all columns and indexes are there: most starts change nothing, and take no lock. */
async function isComplete({ query, schema }: Postgres, table: AnyTable): Promise<boolean> {
  const [names] = await query<{ columns: string[]; indexes: string[] }>(
    `SELECT ARRAY(SELECT column_name::text FROM information_schema.columns
        WHERE table_schema = $1 AND table_name = $2) AS columns,
      ARRAY(SELECT indexname::text FROM pg_indexes
        WHERE schemaname = $1 AND tablename = $2) AS indexes`,
    [schema, table.name],
  );
  const { columns = [], indexes = [] } = names ?? {};
  return (
    Object.keys(table.columns).every((name) => columns.includes(name)) &&
    indexesOf(table).every(({ name }) => indexes.includes(name))
  );
}

/** Adds what a table of an earlier release does not have yet: columns with their initial values, and
 * indexes. Nothing is changed or removed, so that replicas of the release before go on working: an
 * index that changes gets another name. */
async function makeTable(database: Postgres, run: Query, table: AnyTable): Promise<void> {
  const name = database.table(table.name);
  const columns = Object.entries(table.columns).map(([column, definition]) =>
    columnDefinition(column, definition),
  );
  const all = [
    ...columns,
    '"version" bigint NOT NULL',
    `PRIMARY KEY (${table.key.map(quote).join(', ')})`,
  ];
  await run(`CREATE TABLE IF NOT EXISTS ${name} (${all.join(', ')})`);
  for (const column of columns) await run(`ALTER TABLE ${name} ADD COLUMN IF NOT EXISTS ${column}`);
  for (const index of indexesOf(table)) {
    await run(
      `CREATE ${index.isUnique ? 'UNIQUE ' : ''}INDEX IF NOT EXISTS ${quote(index.name)}
        ON ${name} (${index.columns.map(quote).join(', ')})`,
    );
  }
}

/** Most hold the key after their own columns, so that ties come out in the key's order unsorted. */
function indexesOf({ name: table, key, unique, indexes, expires }: AnyTable): Index[] {
  return [
    ...unique.map((column) => ({
      name: nameOf(table, `unique_${column}`),
      isUnique: true as const,
      columns: [column],
    })),
    ...Object.entries(indexes).flatMap(([name, { equal, order, isShort, isPast }]) => {
      const columns = [...new Set([...equal, order, ...(isShort ? [] : key)])];
      return isPast ? [] : [{ name: nameOf(table, name), columns }];
    }),
    ...(expires === undefined ? [] : [{ name: nameOf(table, 'expires'), columns: [expires] }]),
  ];
}

/** A name of PostgreSQL has at most 63 bytes; it would cut a longer one. */
function nameOf(table: string, index: string): string {
  const name = `${table}__${index}`;
  if (name.length > 63) throw new Error(`index ${name}: the name is too long for PostgreSQL`);
  return name;
}
