import { Failure } from '../../../failure.ts';
import type { Key, Page, Query, Records, Stored, Table } from '../../../ports/records.ts';
import { anyTable, type AnyTable, type Row, type StoredRow } from './any-table.ts';
import { keyOf, readKey } from './key.ts';
import { assertHolds, changedRow, newRow } from './row.ts';

/** What to do with the row as it is now; throws when it may not be done. */
export type Decision = (now: StoredRow | undefined) => Row | 'remove';

/** What a home does by itself; keys and rows have been checked. */
export interface RecordStore extends Pick<Records, 'nextId' | 'stamp' | 'close'> {
  find(table: AnyTable, key: Row): Promise<StoredRow | undefined>;
  /** Asks `decide` and writes what it says, with nothing in between. With 'absent' the row is
   * probably not there. Gives the row as written. */
  change(
    table: AnyTable,
    key: Row,
    decide: Decision,
    likely?: 'absent',
  ): Promise<StoredRow | undefined>;
  /** False: there is no such row. Absent: change() does it. */
  remove?(table: AnyTable, key: Row): Promise<boolean>;
  /** Writes the rows whose keys are free. */
  add(table: AnyTable, rows: readonly Row[]): Promise<void>;
  /** With `columns` the rows may have these alone. */
  list(table: AnyTable, query: Query<Row>, columns?: readonly string[]): Promise<Page<Row>>;
  maintain(table: AnyTable): Promise<void>;
}

/** The port over a home's store: one set of rules for both. */
export function recordsOver(store: RecordStore, unsynced = store): Records {
  return { ...callsOf(store), unsynced: callsOf(unsynced) };
}

function callsOf(store: RecordStore): Omit<Records, 'unsynced'> {
  return {
    async get<R extends object>(declared: Table<R>, key: Key) {
      const table = anyTable(declared);
      return (await store.find(table, readKey(table, key))) as Stored<R> | undefined;
    },

    async insert<R extends object>(declared: Table<R>, values: Partial<R>) {
      const table = anyTable(declared);
      const row = newRow(table, values);
      return (await store.change(table, row, onlyNew(table, row), 'absent')) as Stored<R>;
    },

    async add<R extends object>(declared: Table<R>, rows: readonly Partial<R>[]) {
      const table = anyTable(declared);
      await store.add(
        table,
        rows.map((row) => newRow(table, row)),
      );
    },

    async put<R extends object>(declared: Table<R>, values: Partial<R>) {
      const table = anyTable(declared);
      const decide: Decision = (now) =>
        now ? changedRow(table, now, values) : newRow(table, values);
      return (await store.change(table, keyOf(table, values), decide)) as Stored<R>;
    },

    async update<R extends object>(
      declared: Table<R>,
      key: Key,
      changes: Partial<R>,
      expected?: Partial<Stored<R>>,
    ) {
      const table = anyTable(declared);
      const decide: Decision = (now) => {
        if (!now) throw new Failure('missing', 'no_row', `${table.name}: there is no such row`);
        assertHolds(table, now, expected);
        return changedRow(table, now, changes);
      };
      return (await store.change(table, readKey(table, key), decide)) as Stored<R>;
    },

    async delete<R extends object>(declared: Table<R>, key: Key, expected?: Partial<Stored<R>>) {
      const table = anyTable(declared);
      if (!expected && store.remove) return store.remove(table, readKey(table, key));
      let isFound = false;
      await store.change(table, readKey(table, key), (now) => {
        isFound = now !== undefined;
        if (now) assertHolds(table, now, expected);
        return 'remove';
      });
      return isFound;
    },

    async list<R extends object>(declared: Table<R>, query: Query<R> = {}) {
      return (await store.list(anyTable(declared), query)) as Page<R>;
    },

    async listColumns<R extends object, Name extends keyof R & string>(
      declared: Table<R>,
      query: Query<R>,
      columns: readonly Name[],
    ) {
      const page = await store.list(anyTable(declared), query, columns);
      const rows = page.rows.map((row) =>
        Object.fromEntries(columns.map((name) => [name, row[name]])),
      );
      return { ...page, rows: rows as Pick<R, Name>[] };
    },

    async maintain(tables) {
      for (const table of tables) await store.maintain(table as AnyTable);
    },

    nextId: (sequence) => store.nextId(sequence),
    stamp: () => store.stamp(),
    close: () => store.close(),
  };
}

/** Writes the row unless its key is taken. */
export function onlyNew({ name }: AnyTable, row: Row): Decision {
  return (now) => {
    if (now) throw new Failure('conflict', 'exists', `${name}: the key is taken`);
    return row;
  };
}

export function notUnique({ name }: AnyTable): Failure {
  return new Failure('conflict', 'not_unique', `${name}: another row holds the value`);
}
