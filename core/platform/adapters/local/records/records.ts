import { Failure } from '#core/platform/failure.ts';
import type { Clock } from '#core/platform/ports/clock.ts';
import type { Key, Page, Query, Records, Stored, Table } from '#core/platform/ports/records.ts';
import type { Database, Sql } from '../database/database.ts';
import { systemClock } from '../clock.ts';
import { isTaken } from '../database/failure.ts';
import { listRows } from './list.ts';
import {
  anyTable,
  columnOf,
  type AnyTable,
  type Row,
  type StoredRow,
} from '../../rules/records/any-table.ts';
import { isOver } from '../../rules/records/expiry.ts';
import { keyOf, readKey } from '../../rules/records/key.ts';
import {
  assertHolds,
  assertInteger,
  changedRow,
  increasedRow,
  newRow,
} from '../../rules/records/row.ts';
import {
  columnList,
  decodeRow,
  encode,
  encodeRow,
  keyCondition,
  keyValues,
  quote,
} from './shape.ts';
import { recordTables } from './tables.ts';

/** Rows in real tables and columns that any SQLite program can read. The database stays open at
 * close(): it belongs to whoever opened it. */
export function localRecords(
  database: Database,
  clock: Pick<Clock, 'now'> = systemClock(),
): Records {
  const tables = recordTables(database);
  let closed = false;

  return {
    async get<R extends object>(given: Table<R>, key: Key) {
      const table = await open(given);
      const place = readKey(table, key);
      const row = database.read((sql) => find(sql, table, place));
      return (row && isOver(table, row, clock.now()) ? undefined : row) as Stored<R> | undefined;
    },

    async insert<R extends object>(given: Table<R>, row: Partial<R>) {
      const table = await open(given);
      const whole = newRow(table, row);
      return (await write(table, (sql) => insert(sql, table, whole))) as Stored<R>;
    },

    async put<R extends object>(given: Table<R>, row: Partial<R>) {
      const table = await open(given);
      const key = keyOf(table, row);
      return (await write(table, (sql) => {
        const stored = find(sql, table, key);
        if (!stored) return insert(sql, table, newRow(table, row));
        return change(sql, table, stored, row);
      })) as Stored<R>;
    },

    async update<R extends object>(
      given: Table<R>,
      key: Key,
      changes: Partial<R>,
      expected?: Partial<Stored<R>>,
    ) {
      const table = await open(given);
      const place = readKey(table, key);
      return (await write(table, (sql) => {
        const stored = find(sql, table, place) ?? missing(table);
        assertHolds(table, stored, expected);
        return change(sql, table, stored, changes);
      })) as Stored<R>;
    },

    async delete<R extends object>(given: Table<R>, key: Key, expected?: Partial<Stored<R>>) {
      const table = await open(given);
      const place = readKey(table, key);
      return write(table, (sql) => {
        const stored = find(sql, table, place);
        if (!stored) return false;
        assertHolds(table, stored, expected);
        const text = `DELETE FROM ${quote(table.name)} WHERE ${keyCondition(table)}`;
        return sql.statement(text).run(...keyValues(table, place)).changes > 0;
      });
    },

    async list<R extends object>(given: Table<R>, query: Query<R> = {}) {
      const table = await open(given);
      const now = clock.now();
      return database.read((sql) => listRows(sql, table, query as Query<Row>, now)) as Page<R>;
    },

    async increment<R extends object>(
      given: Table<R>,
      key: Key,
      column: keyof R & string,
      by: number,
    ) {
      const table = await open(given);
      const place = readKey(table, key);
      assertInteger(table, column, by);
      return write(table, (sql) => {
        const stored = find(sql, table, place) ?? missing(table);
        const row = increasedRow(table, stored, column, by);
        update(sql, table, row, [column], stored.version + 1);
        return Number(row[column]);
      });
    },

    stamp: async () => database.stamp(),

    async nextId(sequence) {
      assertOpen();
      await tables.catalogue();
      return database.write((sql) => {
        const text =
          'INSERT INTO lantern_sequences (name, value) VALUES (?, 1)' +
          ' ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value';
        return Number(sql.statement(text).get(sequence)?.['value']);
      });
    },

    async maintain(given) {
      for (const table of given) await write(await open(table as AnyTable), () => undefined);
    },

    async close() {
      closed = true;
      await database.settled();
    },
  };

  async function open<R extends object>(given: Table<R>): Promise<AnyTable> {
    assertOpen();
    const table = anyTable(given);
    const making = tables.ready(table);
    if (making) await making;
    return table;
  }

  /** Each write of a table removes its expired rows first. */
  function write<T>(table: AnyTable, work: (sql: Sql) => T): Promise<T> {
    return database.write((sql) => {
      if (table.expires !== undefined) {
        const expired = `DELETE FROM ${quote(table.name)} WHERE ${quote(table.expires)} <= ?`;
        sql.statement(expired).run(clock.now().toISOString());
      }
      return work(sql);
    });
  }

  function assertOpen() {
    if (closed) throw new Failure('unavailable', 'closed', 'Records are closed already.');
  }
}

function find(sql: Sql, table: AnyTable, key: Row): StoredRow | undefined {
  const text = `SELECT ${columnList(table)} FROM ${quote(table.name)} WHERE ${keyCondition(table)}`;
  const found = sql.statement(text).get(...keyValues(table, key));
  return found && decodeRow(table, found);
}

function insert(sql: Sql, table: AnyTable, row: Row): StoredRow {
  const values = encodeRow(table, row, Object.keys(table.columns));
  const marks = values.map(() => '?').join(', ');
  const text = `INSERT INTO ${quote(table.name)} (${columnList(table)}) VALUES (${marks}, 1)`;
  try {
    sql.statement(text).run(...values);
  } catch (error) {
    if (!isTaken(error)) throw error;
    // Both may be taken, and SQLite names the one it meets first; the key is told first here.
    throw find(sql, table, row) ? exists(table) : notUnique(table);
  }
  return { ...row, version: 1 };
}

function change(sql: Sql, table: AnyTable, stored: StoredRow, changes: Row): StoredRow {
  const row = changedRow(table, stored, changes);
  const names = Object.keys(changes).filter((name) => changes[name] !== undefined);
  return update(sql, table, row, names, stored.version + 1);
}

/** Writes these columns of the row. */
function update(
  sql: Sql,
  table: AnyTable,
  row: Row,
  names: readonly string[],
  version: number,
): StoredRow {
  const assignments = names.map((name) => `${quote(name)} = ?, `).join('');
  const text = `UPDATE ${quote(table.name)} SET ${assignments}"version" = ? WHERE ${keyCondition(table)}`;
  const values = names.map((name) => encode(columnOf(table, name).type, row[name]));
  try {
    sql.statement(text).run(...values, version, ...keyValues(table, row));
  } catch (error) {
    throw isTaken(error) ? notUnique(table) : error;
  }
  return { ...row, version };
}

function missing(table: AnyTable): never {
  throw new Failure('missing', 'no_row', `${table.name}: no such row`);
}

function exists(table: AnyTable): Failure {
  return new Failure('conflict', 'exists', `${table.name}: the key is taken`);
}

function notUnique(table: AnyTable): Failure {
  return new Failure('conflict', 'not_unique', `${table.name}: another row holds the value`);
}
