import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Blobs } from '../../../ports/blobs.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Records } from '../../../ports/records.ts';
import { eachAtMost } from '#core/text/each-at-most.ts';
import { isFailure } from '../../../failure.ts';
import { onlyNew, recordsOver, type RecordStore } from '../../rules/records/records.ts';
import { systemClock } from '../../local/clock.ts';
import { dynamo } from '../dynamo/dynamo.ts';
import { addressOf, readState } from './item.ts';
import { listRows } from './list.ts';

const writesAtOnce = 50;

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

  // Most requests only read.
  const change: RecordStore['change'] = async (table, key, decide) =>
    (await import('./write.ts')).writeRow(stores, table, addressOf(table, key), decide);

  return recordsOver({
    find: async (table, key) => (await readState(stores, table, addressOf(table, key))).row,

    change,

    add: (table, rows) =>
      eachAtMost(writesAtOnce, rows, async (row) => {
        await change(table, row, onlyNew(table, row)).catch((error: unknown) => {
          if (!isFailure(error, 'conflict', 'exists')) throw error;
        });
      }),

    list: (table, query, columns) => listRows(stores, table, query, columns),

    // DynamoDB removes expired rows by itself.
    async maintain() {},

    // Nothing in DynamoDB counts the writes of a table.
    stamp: async () => undefined,

    nextId: (sequence) => stores.dynamo.addOne({ pk: `s#${sequence}`, sk: 's' }, 'last'),

    async close() {},
  });
}
