import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Blobs } from '../../../ports/blobs.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Records } from '../../../ports/records.ts';
import { recordsOver } from '../../rules/records/records.ts';
import { systemClock } from '../../local/clock.ts';
import { dynamo } from '../dynamo/dynamo.ts';
import { addressOf, readState } from './item.ts';
import { tableIndexes } from './indexes.ts';
import { listRows } from './list.ts';
import { writeRow } from './write.ts';
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

  return recordsOver({
    find: async (table, key) => (await readState(stores, table, addressOf(table, key))).row,

    async change(table, key, decide, hopefully) {
      const address = addressOf(table, key);
      const building = await indexes.building(table);
      return inTurn(address.pk, () =>
        writeRow(stores, table, address, decide, building, hopefully),
      );
    },

    list: async (table, query) => listRows(stores, table, query, await indexes.building(table)),

    async maintain(table) {
      const { buildLinks } = await import('./build-links.ts');
      await buildLinks(stores, indexes, table);
    },

    // Nothing in DynamoDB counts the writes of a table.
    stamp: async () => undefined,

    nextId: (sequence) => stores.dynamo.addOne({ pk: `s#${sequence}`, sk: 's' }, 'last'),

    async close() {},
  });
}
