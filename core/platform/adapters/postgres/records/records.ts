import { isDeepStrictEqual } from 'node:util';
import { Failure } from '../../../failure.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Records } from '../../../ports/records.ts';
import {
  columnOf,
  type AnyTable,
  type Row,
  type StoredRow,
} from '../../rules/records/any-table.ts';
import { isOver } from '../../rules/records/expiry.ts';
import { notUnique, recordsOver, type RecordStore } from '../../rules/records/records.ts';
import type { Postgres } from '../database/database.ts';
import { isTaken } from '../database/failure.ts';
import { listRows } from './list.ts';
import {
  columnsOf,
  decodeRow,
  encode,
  encodeRow,
  identity,
  keyCondition,
  parameters,
  quote,
  selected,
} from './shape.ts';
import { recordTables } from './tables.ts';

interface PostgresRecordsOptions {
  readonly database: Postgres;
  readonly clock: Pick<Clock, 'now'>;
}

interface Current {
  readonly row: StoredRow;
  /** Other in each version of a row. */
  readonly identity: unknown;
}

/** A statement has at most 65,535 values. */
const maxValues = 60_000;

/** Rows in real tables and columns. A write is one statement that holds only for the row that was
 * decided on; when another writer came between, it is decided again. */
export function postgresRecords({ database, clock }: PostgresRecordsOptions): Records {
  const { query } = database;
  const tables = recordTables(database);
  let isClosed = false;

  const store: RecordStore = {
    async find(table, key) {
      await open(table);
      const current = await find(table, key);
      return current && isOver(table, current.row, clock.now()) ? undefined : current?.row;
    },

    async change(table, key, decide, likely) {
      await open(table);
      for (let isFirst = true; ; isFirst = false) {
        const current = isFirst && likely === 'absent' ? undefined : await find(table, key);
        const isThere = current && !isOver(table, current.row, clock.now());
        const decision = decide(isThere ? current.row : undefined);
        if (decision === 'remove') {
          if (!isThere || (await remove(table, key, current))) return undefined;
        } else if (isThere) {
          const row = await update(table, current, decision);
          if (row) return row;
        } else if ((await insert(table, [decision])) > 0) return { ...decision, version: 1 };
      }
    },

    async add(table, rows) {
      await open(table);
      const keys = new Set<string>();
      const unique = rows.filter((row) => {
        const key = JSON.stringify(table.key.map((name) => row[name]));
        return !keys.has(key) && keys.add(key);
      });
      const size = Math.floor(maxValues / columnsOf(table).length);
      for (let at = 0; at < unique.length; at += size) {
        await insert(table, unique.slice(at, at + size));
      }
    },

    async list(table, input, columns) {
      await open(table);
      return listRows(database, table, input, clock.now(), columns);
    },

    async maintain(table) {
      await open(table);
      await removeExpired(table);
    },

    // Asking PostgreSQL for one would cost as much as the read that it saves.
    stamp: async () => undefined,

    async nextId(sequence) {
      assertOpen();
      await tables.sequences();
      const [row] = await query<{ value: number }>(
        `INSERT INTO ${database.table('lantern_sequences')} AS sequence (name, value) VALUES ($1, 1)
          ON CONFLICT (name) DO UPDATE SET value = sequence.value + 1 RETURNING value`,
        [sequence],
      );
      return row?.value ?? 0;
    },

    async close() {
      isClosed = true;
    },
  };
  return recordsOver(store);

  async function open(table: AnyTable): Promise<void> {
    assertOpen();
    await tables.ready(table);
  }

  function assertOpen(): void {
    if (isClosed) throw new Failure('unavailable', 'closed', 'Records are closed already.');
  }

  async function find(table: AnyTable, key: Row): Promise<Current | undefined> {
    const all = parameters();
    const where = keyCondition(table, key, all);
    const text = `SELECT ${selected(table)} FROM ${database.table(table.name)} WHERE ${where}`;
    const [row] = await query(text, all.values);
    return row && { row: decodeRow(table, row), identity: row[identity] };
  }

  /** Writes rows whose keys are free, or belong to expired rows. Gives their number. */
  async function insert(table: AnyTable, rows: readonly Row[]): Promise<number> {
    const columns = columnsOf(table);
    const { values, mark } = parameters();
    const lists = rows.map((row) => {
      const encoded = encodeRow(table, row, Object.keys(table.columns));
      return `(${encoded.map(mark).join(', ')}, 1)`;
    });
    const name = database.table(table.name);
    const ends = table.expires === undefined ? undefined : quote(table.expires);
    const replace =
      ends === undefined
        ? 'NOTHING'
        : `UPDATE SET ${columns.map((one) => `${quote(one)} = excluded.${quote(one)}`).join(', ')}
            WHERE stored.${ends} <= ${mark(clock.now().toISOString())}`;
    const text = `INSERT INTO ${name} AS stored (${columns.map(quote).join(', ')})
      VALUES ${lists.join(', ')}
      ON CONFLICT (${table.key.map(quote).join(', ')}) DO ${replace} RETURNING 1`;
    return (await unlessTaken(table, () => query(text, values))).length;
  }

  /** Writes the columns that differ. Undefined: another writer was faster. */
  async function update(
    table: AnyTable,
    current: Current,
    row: Row,
  ): Promise<StoredRow | undefined> {
    const all = parameters();
    const changed = Object.keys(row).filter(
      (one) => !isDeepStrictEqual(row[one], current.row[one]),
    );
    const version = current.row.version + 1;
    const assignments = [
      ...changed.map(
        (one) => `${quote(one)} = ${all.mark(encode(columnOf(table, one).type, row[one]))}`,
      ),
      `"version" = ${all.mark(version)}`,
    ];
    const text = `UPDATE ${database.table(table.name)} SET ${assignments.join(', ')}
      WHERE ${keyCondition(table, row, all)} AND xmin = ${all.mark(current.identity)} RETURNING 1`;
    const rows = await unlessTaken(table, () => query(text, all.values));
    return rows.length > 0 ? { ...row, version } : undefined;
  }

  async function remove(table: AnyTable, key: Row, current: Current): Promise<boolean> {
    const all = parameters();
    const text = `DELETE FROM ${database.table(table.name)}
      WHERE ${keyCondition(table, key, all)} AND xmin = ${all.mark(current.identity)} RETURNING 1`;
    return (await query(text, all.values)).length > 0;
  }

  /** An expired row may hold the value of a unique column: without those rows it is tried again. */
  async function unlessTaken<Value>(table: AnyTable, write: () => Promise<Value>): Promise<Value> {
    try {
      return await write();
    } catch (error) {
      if (!isTaken(error)) throw error;
      if ((await removeExpired(table)) === 0) throw notUnique(table);
      try {
        return await write();
      } catch (again) {
        throw isTaken(again) ? notUnique(table) : again;
      }
    }
  }

  async function removeExpired(table: AnyTable): Promise<number> {
    if (table.expires === undefined) return 0;
    const text = `DELETE FROM ${database.table(table.name)} WHERE ${quote(table.expires)} <= $1 RETURNING 1`;
    return (await query(text, [clock.now().toISOString()])).length;
  }
}
