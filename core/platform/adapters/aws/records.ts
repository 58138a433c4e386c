import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Failure } from '../../failure.ts';
import type { Blobs, Records, Stored, Table } from '../../ports.ts';
import { dynamo } from './dynamo.ts';
import { addInPlace } from './record-add.ts';
import { addressOf, assertOrderColumns, holds } from './record-expect.ts';
import { completed, readState } from './record-item.ts';
import { listRows } from './record-list.ts';
import { migrations } from './record-migrate.ts';
import { writeRow } from './record-write.ts';
import type { Decision } from './record-write.ts';
import { turns } from './turns.ts';

export interface AwsRecordsOptions {
  readonly client: () => Promise<DynamoDBClient>;
  /** The DynamoDB table of the deployment: string keys `pk` and `sk`, time to live `expiresAt`. */
  readonly table: string;
  /** For rows that are too large for an item. */
  readonly blobs: Blobs;
  /** How often to look again for a writer that has reserved a unique value and not yet written
   * its row, before it counts as dead; default 16, which is about 1.5 s. */
  readonly patience?: number;
}

/** Records on one DynamoDB table, by conditional writes of single items alone. */
export function awsRecords(options: AwsRecordsOptions): Records {
  const { blobs, patience = 16 } = options;
  const stores = { dynamo: dynamo(options), blobs, patience };
  const inTurn = turns();
  const migrated = migrations(stores);

  async function change<Row extends object>(
    table: Table<Row>,
    key: object,
    decide: Decision<Row>,
    hopefully?: 'absent',
  ): Promise<Stored<Row> | undefined> {
    const address = addressOf(table, key);
    await migrated(table);
    const place = `${address.pk} ${address.sk}`;
    return inTurn(place, () => writeRow(stores, table, address, decide, hopefully));
  }

  return {
    async get(table, key) {
      return (await readState(stores, table, addressOf(table, key))).row;
    },

    async insert(table, given) {
      const row = checked(table, completed(table, given));
      const decide: Decision<typeof row> = (now) => {
        if (now) throw new Failure('conflict', 'exists', `${table.name}: the key is taken`);
        return row;
      };
      // With unique columns a look first: a taken key is told before a taken value.
      const hopefully = table.unique.length === 0 ? 'absent' : undefined;
      return written(await change(table, row, decide, hopefully));
    },

    async put<Row extends object>(table: Table<Row>, given: Partial<Row>) {
      const decide: Decision<Row> = (now) =>
        checked(table, now ? merged(table, now, given) : completed(table, given));
      return written(await change(table, given, decide));
    },

    async update(table, key, changes, expect) {
      return written(
        await change(table, key, (now) => {
          if (!now) throw noRow(table);
          if (!holds(now, expect)) throw changed(table);
          if (!keepsKey(table, now, changes)) {
            throw new Failure('invalid', 'key_changed', `${table.name}: a key never changes`);
          }
          return checked(table, merged(table, now, changes));
        }),
      );
    },

    async delete(table, key, expect) {
      let found = false;
      await change(table, key, (now) => {
        found = now !== undefined;
        if (now && !holds(now, expect)) throw changed(table);
        return 'remove';
      });
      return found;
    },

    async list(table, query = {}) {
      await migrated(table);
      return listRows(stores, table, query);
    },

    async increment(table, key, column, by) {
      const address = addressOf(table, key);
      if (table.columns[column]?.type !== 'integer' || !Number.isSafeInteger(by)) {
        const message = `${table.name}.${column} takes whole numbers only`;
        throw new Failure('invalid', 'not_integer', message);
      }
      const sum = await addInPlace(stores, table, address, column, by);
      if (sum !== undefined) return sum;
      const row = await change(table, key, (now) => {
        if (!now) throw noRow(table);
        const value = Number((now as Record<string, unknown>)[column] ?? 0) + by;
        return checked(table, merged(table, now, { [column]: value }));
      });
      return (row as Record<string, unknown>)[column] as number;
    },

    // Nothing in DynamoDB counts the writes of a table.
    stamp: async () => undefined,

    async nextId(sequence) {
      const { changed } = await stores.dynamo.update(
        { pk: `s#${sequence}`, sk: 's' },
        { set: 'ADD #last :one', names: { '#last': 'last' }, values: { ':one': { N: '1' } } },
      );
      return Number(changed['last']?.N);
    },

    async close() {},
  };
}

function checked<Row extends object>(table: Table<Row>, row: Row): Row {
  assertOrderColumns(table, row);
  return row;
}

function merged<Row extends object>(table: Table<Row>, now: Stored<Row>, given: object): Row {
  const { version: _, ...row } = now;
  const named = Object.entries(given).filter(([, value]) => value !== undefined);
  return table.parse({ ...row, ...Object.fromEntries(named) });
}

function keepsKey<Row extends object>(table: Table<Row>, now: Row, changes: object): boolean {
  const given = changes as Partial<Row>;
  return table.key.every((column) => given[column] === undefined || given[column] === now[column]);
}

function written<Row>(row: Stored<Row> | undefined): Stored<Row> {
  if (!row) throw new Error('a write decided nothing');
  return row;
}

function noRow(table: { name: string }): Failure {
  return new Failure('missing', 'no_row', `${table.name}: there is no such row`);
}

function changed(table: { name: string }): Failure {
  return new Failure('conflict', 'changed', `${table.name}: the row has changed`);
}
