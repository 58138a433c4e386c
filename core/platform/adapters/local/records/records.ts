import { isDeepStrictEqual } from 'node:util';
import { Failure } from '#core/platform/failure.ts';
import type { Clock } from '#core/platform/ports/clock.ts';
import type { Offload } from '#core/platform/ports/offload.ts';
import type { Page, Query, Records } from '#core/platform/ports/records.ts';
import type { Database } from '../database/database.ts';
import type { Sql } from '../database/statements.ts';
import { systemClock } from '../clock.ts';
import { isTaken } from '../database/failure.ts';
import {
  columnOf,
  type AnyTable,
  type Row,
  type StoredRow,
} from '../../rules/records/any-table.ts';
import { readCursor } from '../../rules/records/cursor.ts';
import { isOver } from '../../rules/records/expiry.ts';
import { readQuery } from '../../rules/records/query.ts';
import { notUnique, recordsOver, type Decision } from '../../rules/records/records.ts';
import { listRows } from './list.ts';
import type { ListAside } from './list-aside.ts';
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

export interface LocalRecordsOptions {
  readonly clock?: Pick<Clock, 'now'>;
  /** Reads large tables beside the event loop; absent: in place. */
  readonly offload?: Pick<Offload, 'run'>;
}

/** A query that may read so many rows takes about 10 ms of the event loop. */
const manyRows = 10_000;
const shortLimit = 1_000;

/** Rows in real tables and columns that any SQLite program can read. The database stays open at
 * close(): it belongs to its opener. */
export function localRecords(database: Database, options: LocalRecordsOptions = {}): Records {
  const { clock = systemClock(), offload } = options;
  const tables = recordTables(database);
  let closed = false;

  return recordsOver({
    async find(table, key) {
      await open(table);
      const row = database.read((sql) => find(sql, table, key));
      return row && isOver(table, row, clock.now()) ? undefined : row;
    },

    change: (table, key, decide, hopefully) =>
      write(table, (sql) => {
        if (hopefully === 'absent') return insert(sql, table, decide);
        const stored = find(sql, table, key);
        const decision = decide(stored);
        if (decision === 'remove') return remove(sql, table, key);
        return stored ? update(sql, table, stored, decision) : insert(sql, table, decide);
      }),

    async list(table, query) {
      await open(table);
      const now = clock.now();
      if (offload && isLong(table, query)) return listAside(offload, table, query, now);
      return database.read((sql) => listRows(sql, table, query, now));
    },

    maintain: (table) => write(table, () => undefined),

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

    async close() {
      closed = true;
      await database.settled();
    },
  });

  async function open(table: AnyTable): Promise<void> {
    assertOpen();
    await tables.ready(table);
  }

  /** Each write of a table removes its expired rows first. */
  async function write<T>(table: AnyTable, work: (sql: Sql) => T): Promise<T> {
    await open(table);
    return database.write((sql) => {
      if (table.expires !== undefined) {
        const expired = `DELETE FROM ${quote(table.name)} WHERE ${quote(table.expires)} <= ?`;
        sql.statement(expired).run(clock.now().toISOString());
      }
      return work(sql);
    });
  }

  /** It may read more rows than its page has, and the table has many. */
  function isLong(table: AnyTable, { limit = 0, offset = 0, filter, contains, total }: Query<Row>) {
    const isShort = !filter && !contains && !total && limit + offset <= shortLimit;
    if (isShort) return false;
    const last = `SELECT max(rowid) AS last FROM ${quote(table.name)}`;
    return database.read((sql) => Number(sql.statement(last).get()?.['last'])) > manyRows;
  }

  /** From a connection of its own, which sees all that was committed. */
  async function listAside(
    offload: Pick<Offload, 'run'>,
    whole: AnyTable,
    query: Query<Row>,
    now: Date,
  ): Promise<Page<Row>> {
    // Here for its refusal: errors do not travel.
    const read = readQuery(whole, query);
    if (query.cursor !== undefined) readCursor(whole, read, query.cursor);
    const { name, version, key, columns, unique, indexes, shards, searchable, expires } = whole;
    const table = { name, version, key, columns, unique, indexes, shards, searchable, expires };
    const module = new URL('./list-aside.ts', import.meta.url).href;
    const input: ListAside = { file: database.file, table, query, now };
    return offload.run({ module, input, timeoutMilliseconds: 60_000 });
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

function insert(sql: Sql, table: AnyTable, decide: Decision): StoredRow {
  const row = decide(undefined) as Row;
  const values = encodeRow(table, row, Object.keys(table.columns));
  const marks = values.map(() => '?').join(', ');
  const text = `INSERT INTO ${quote(table.name)} (${columnList(table)}) VALUES (${marks}, 1)`;
  try {
    sql.statement(text).run(...values);
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

function remove(sql: Sql, table: AnyTable, key: Row): undefined {
  const text = `DELETE FROM ${quote(table.name)} WHERE ${keyCondition(table)}`;
  sql.statement(text).run(...keyValues(table, key));
}
