import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Failure } from '../../../failure.ts';
import type { Blobs } from '../../../ports/blobs.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Key, Page, Query, Records, Stored, Table } from '../../../ports/records.ts';
import { anyTable, type AnyTable, type Row } from '../../rules/records/any-table.ts';
import { keyOf, readKey } from '../../rules/records/key.ts';
import {
  assertHolds,
  assertInteger,
  changedRow,
  increasedRow,
  newRow,
} from '../../rules/records/row.ts';
import { systemClock } from '../../local/clock.ts';
import { dynamo } from '../dynamo/dynamo.ts';
import { addressOf, readState } from './item.ts';
import { listRows } from './list.ts';
import { tableIndexes } from './indexes.ts';
import { writeRow, type Decision } from './write.ts';
import { turns } from '../dynamo/turns.ts';

export interface AwsRecordsOptions {
  readonly client: () => Promise<DynamoDBClient>;
  /** The DynamoDB table of the deployment: string keys `pk` and `sk`, time to live `expiresAt`. */
  readonly table: string;
  /** For rows that are too large for an item. */
  readonly blobs: Blobs;
  readonly clock?: Pick<Clock, 'now'>;
}

/** Records on one DynamoDB table. A row, its index entries and its unique values are written in
 * one transaction, which counts once however often it arrives. */
export function awsRecords(options: AwsRecordsOptions): Records {
  const { blobs, clock = systemClock() } = options;
  const stores = { dynamo: dynamo(options), blobs, clock };
  const inTurn = turns();
  const indexes = tableIndexes(stores);

  async function change(table: AnyTable, key: Row, decide: Decision, hopefully?: 'absent') {
    const address = addressOf(table, key);
    const building = await indexes.building(table);
    return inTurn(address.pk, () => writeRow(stores, table, address, decide, building, hopefully));
  }

  return {
    async get<R extends object>(given: Table<R>, key: Key) {
      const table = anyTable(given);
      const { row } = await readState(stores, table, addressOf(table, readKey(table, key)));
      return row as Stored<R> | undefined;
    },

    async insert<R extends object>(given: Table<R>, values: Partial<R>) {
      const table = anyTable(given);
      const row = newRow(table, values);
      const decide: Decision = (now) => {
        if (now) throw new Failure('conflict', 'exists', `${table.name}: the key is taken`);
        return row;
      };
      return (await change(table, row, decide, 'absent')) as Stored<R>;
    },

    async put<R extends object>(given: Table<R>, values: Partial<R>) {
      const table = anyTable(given);
      const decide: Decision = (now) =>
        now ? changedRow(table, now, values) : newRow(table, values);
      return (await change(table, keyOf(table, values), decide)) as Stored<R>;
    },

    async update<R extends object>(
      given: Table<R>,
      key: Key,
      changes: Partial<R>,
      expect?: Partial<Stored<R>>,
    ) {
      const table = anyTable(given);
      const decide: Decision = (now) => {
        if (!now) throw noRow(table);
        assertHolds(table, now, expect);
        return changedRow(table, now, changes);
      };
      return (await change(table, readKey(table, key), decide)) as Stored<R>;
    },

    async delete<R extends object>(given: Table<R>, key: Key, expect?: Partial<Stored<R>>) {
      const table = anyTable(given);
      let isFound = false;
      await change(table, readKey(table, key), (now) => {
        isFound = now !== undefined;
        if (now) assertHolds(table, now, expect);
        return 'remove';
      });
      return isFound;
    },

    async list<R extends object>(given: Table<R>, query: Query<R> = {}) {
      const table = anyTable(given);
      const building = await indexes.building(table);
      return (await listRows(stores, table, query, building)) as Page<R>;
    },

    async increment<R extends object>(
      given: Table<R>,
      key: Key,
      column: keyof R & string,
      by: number,
    ) {
      const table = anyTable(given);
      const place = readKey(table, key);
      assertInteger(table, column, by);
      const row = await change(table, place, (now) => {
        if (!now) throw noRow(table);
        return increasedRow(table, now, column, by);
      });
      return Number(row?.[column]);
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

    async maintain(given) {
      const { buildLinks } = await import('./build-links.ts');
      for (const table of given) await buildLinks(stores, indexes, table as AnyTable);
    },

    async close() {},
  };
}

function noRow(table: AnyTable): Failure {
  return new Failure('missing', 'no_row', `${table.name}: there is no such row`);
}
