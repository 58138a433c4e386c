import { isDeepStrictEqual } from 'node:util';
import { Failure, isFailure } from '../../../failure.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Records } from '../../../ports/records.ts';
import type { Database, WriteOptions } from '../database/database.ts';
import type { Sql } from '../database/statements.ts';
import { systemClock } from '../clock.ts';
import { isTaken } from '../database/failure.ts';
import {
  columnOf,
  type AnyTable,
  type Row,
  type StoredRow,
} from '../../rules/records/any-table.ts';
import { isOver } from '../../rules/records/expiry.ts';
import {
  notUnique,
  onlyNew,
  recordsOver,
  type Decision,
  type RecordStore,
} from '../../rules/records/records.ts';
import { listRows } from './list.ts';
import {
  columnNames,
  decodeRow,
  encode,
  encodeRow,
  insertion,
  keyCondition,
  keyValues,
  quote,
  selection,
} from './shape.ts';
import { recordTables } from './tables.ts';

/** Rows in real tables and columns that any SQLite program can read. The database stays open at
 * close(): it belongs to its opener. */
export function localRecords(
  database: Database,
  { clock = systemClock() }: { readonly clock?: Pick<Clock, 'now'> } = {},
): Records {
  const tables = recordTables(database);
  let closed = false;
  return recordsOver(storeOf({}), storeOf({ isSynced: false }));

  function storeOf(options: WriteOptions): RecordStore {
    return {
      async find(table, key) {
        await open(table);
        const row = database.read((sql) => find(sql, table, key));
        return row && isOver(table, row, clock.now()) ? undefined : row;
      },

      change: (table, key, decide, likely) =>
        write(table, options, (sql) => {
          if (likely === 'absent') return insert(sql, table, decide);
          const stored = find(sql, table, key);
          const decision = decide(stored);
          if (decision === 'remove') return void remove(sql, table, key);
          return stored ? update(sql, table, stored, decision) : insert(sql, table, decide);
        }),

      remove: (table, key) => write(table, options, (sql) => remove(sql, table, key)),

      add: (table, rows) =>
        write(table, options, (sql) => {
          for (const row of rows) {
            try {
              insert(sql, table, onlyNew(table, row));
            } catch (error) {
              if (!isFailure(error, 'conflict', 'exists')) throw error;
            }
          }
        }),

      async list(table, query, columns) {
        await open(table);
        return database.read((sql) => listRows(sql, table, query, clock.now(), columns));
      },

      maintain: (table) => write(table, options, () => undefined),

      stamp: async () => database.stamp(),

      async nextId(sequence) {
        assertOpen();
        await tables.sequences();
        return database.write((sql) => {
          const text =
            'INSERT INTO lantern_sequences (name, value) VALUES (?, 1)' +
            ' ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value';
          return Number(sql.statement(text).get(sequence)?.['value']);
        });
      },

      async close() {
        closed = true;
        await database.settled();
      },
    };
  }

  async function open(table: AnyTable): Promise<void> {
    assertOpen();
    await tables.ready(table);
  }

  /** Each write of a table removes its expired rows first. */
  async function write<T>(
    table: AnyTable,
    options: WriteOptions,
    work: (sql: Sql) => T,
  ): Promise<T> {
    await open(table);
    return database.write((sql) => {
      if (table.expires !== undefined) {
        const expired = `DELETE FROM ${quote(table.name)} WHERE ${quote(table.expires)} <= ?`;
        sql.statement(expired).run(clock.now().toISOString());
      }
      return work(sql);
    }, options);
  }

  function assertOpen() {
    if (closed) throw new Failure('unavailable', 'closed', 'Records are closed already.');
  }
}

function find(sql: Sql, table: AnyTable, key: Row): StoredRow | undefined {
  const [row] = sql.rows(selection(table), keyValues(table, key));
  return row && decodeRow(table, columnNames(table), row);
}

function insert(sql: Sql, table: AnyTable, decide: Decision): StoredRow {
  const row = decide(undefined) as Row;
  try {
    sql.statement(insertion(table)).run(...encodeRow(table, row));
  } catch (error) {
    if (!isTaken(error)) throw error;
    // If both are taken, SQLite names either; we always report the key.
    const stored = find(sql, table, row);
    if (stored) decide(stored);
    throw notUnique(table);
  }
  return { ...row, version: 1 };
}

/** Writes the columns that differ. */
function update(sql: Sql, table: AnyTable, stored: StoredRow, row: Row): StoredRow {
  const names = Object.keys(row).filter((name) => !isDeepStrictEqual(row[name], stored[name]));
  const assignments = names.map((name) => `${quote(name)} = ?, `).join('');
  const text = `UPDATE ${quote(table.name)} SET ${assignments}"version" = ? WHERE ${keyCondition(table)}`;
  const values = names.map((name) => encode(columnOf(table, name).type, row[name]));
  const version = stored.version + 1;
  try {
    sql.statement(text).run(...values, version, ...keyValues(table, row));
  } catch (error) {
    throw isTaken(error) ? notUnique(table) : error;
  }
  return { ...row, version };
}

function remove(sql: Sql, table: AnyTable, key: Row): boolean {
  const text = `DELETE FROM ${quote(table.name)} WHERE ${keyCondition(table)}`;
  return Number(sql.statement(text).run(...keyValues(table, key)).changes) > 0;
}
