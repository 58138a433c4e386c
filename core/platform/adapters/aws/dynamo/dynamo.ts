import type { AttributeValue, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Failure } from '../../../failure.ts';
import type * as Sdk from './sdk.ts';
import { outage } from './outage.ts';

export type Item = Record<string, AttributeValue>;
export type ItemKey = { readonly pk: string; readonly sk: string };

/** What must hold of the item at the key for the write to happen. */
export type Condition =
  | 'absent'
  | { readonly attribute: string; readonly equals: string }
  /** Absent, or its attribute `ends` is no later than this time. */
  | { readonly endedBy: string };

/** One write of a transaction. */
export type Write =
  | { readonly put: Item; readonly condition?: Condition }
  | { readonly remove: ItemKey; readonly condition?: Condition }
  /** Adds to a number of the item, which is made when absent. */
  | { readonly add: ItemKey; readonly attribute: string; readonly by: number }
  /** Writes nothing: the others happen only if the condition holds. */
  | { readonly check: ItemKey; readonly condition: Condition };

/** What became of a transaction: the conditions that did not hold, by the write's place; 'busy':
 * another transaction was writing one of the items, and nothing was changed. */
export type Transacted = 'done' | 'busy' | ReadonlySet<number>;

export interface Dynamo {
  /** As of every write acknowledged so far, like all reads here. Absent: undefined. */
  get(key: ItemKey): Promise<Item | undefined>;
  /** The items that exist, in no order. */
  getAll(keys: readonly ItemKey[]): Promise<Item[]>;
  /** Adds one to a number of the item, which is made when absent; a repeated try adds again. */
  addOne(key: ItemKey, attribute: string): Promise<number>;
  /** All writes or none, once for each token, however often the request arrives. */
  transact(writes: readonly Write[], token: string): Promise<Transacted>;
  /** One page of a partition: sort keys from `low` to `high`, inclusive, after `after`. */
  range(
    pk: string,
    bounds: { low: string; high: string; after?: string; descending: boolean; limit: number },
  ): Promise<{ items: Item[]; more: boolean }>;
}

const keysPerBatch = 100;

/** One DynamoDB table, spoken to by items. */
export function dynamo(options: {
  readonly client: () => Promise<DynamoDBClient>;
  readonly table: string;
}): Dynamo {
  const TableName = options.table;

  async function call<Result>(
    use: (client: DynamoDBClient, sdk: typeof Sdk) => Promise<Result>,
  ): Promise<Result> {
    try {
      const [client, sdk] = await Promise.all([options.client(), import('./sdk.ts')]);
      return await use(client, sdk);
    } catch (error) {
      throw asFailure(error);
    }
  }

  async function getBatch(keys: readonly ItemKey[]): Promise<Item[]> {
    const items: Item[] = [];
    let pending: Item[] = keys.map(itemKey);
    for (let round = 0; pending.length > 0; round++) {
      if (round > 0 && pending.length === keys.length) await pause(round);
      if (round > 60)
        throw new Failure('unavailable', 'storage_busy', 'DynamoDB is busy. Try again.');
      const RequestItems = { [TableName]: { Keys: pending, ConsistentRead: true } };
      const reply = await call((client, { BatchGetItemCommand }) =>
        client.send(new BatchGetItemCommand({ RequestItems })),
      );
      items.push(...(reply.Responses?.[TableName] ?? []));
      pending = reply.UnprocessedKeys?.[TableName]?.Keys ?? [];
    }
    return items;
  }

  return {
    async get(key) {
      const reply = await call((client, { GetItemCommand }) =>
        client.send(new GetItemCommand({ TableName, Key: itemKey(key), ConsistentRead: true })),
      );
      return reply.Item;
    },

    async getAll(keys) {
      const batches: Promise<Item[]>[] = [];
      for (let at = 0; at < keys.length; at += keysPerBatch) {
        batches.push(getBatch(keys.slice(at, at + keysPerBatch)));
      }
      return (await Promise.all(batches)).flat();
    },

    async addOne(key, attribute) {
      const { Attributes } = await call((client, { UpdateItemCommand }) =>
        client.send(
          new UpdateItemCommand({
            TableName,
            Key: itemKey(key),
            ...addition(attribute, 1),
            ReturnValues: 'UPDATED_NEW',
          }),
        ),
      );
      return Number(Attributes?.[attribute]?.N);
    },

    async transact(writes, token) {
      const TransactItems = writes.map((write) => {
        if ('add' in write) {
          const { add, attribute, by } = write;
          return { Update: { TableName, Key: itemKey(add), ...addition(attribute, by) } };
        }
        const input = { TableName, ...(write.condition && conditionInput(write.condition)) };
        if ('put' in write) return { Put: { ...input, Item: write.put } };
        if ('remove' in write) return { Delete: { ...input, Key: itemKey(write.remove) } };
        const condition = conditionInput(write.condition);
        return { ConditionCheck: { TableName, ...condition, Key: itemKey(write.check) } };
      });
      return call(async (client, { TransactWriteItemsCommand }) => {
        try {
          const input = { TransactItems, ClientRequestToken: token };
          await client.send(new TransactWriteItemsCommand(input));
          return 'done';
        } catch (error) {
          return cancelled(error);
        }
      });
    },

    async range(pk, { low, high, after, descending, limit }) {
      if (Buffer.compare(Buffer.from(low), Buffer.from(high)) > 0)
        return { items: [], more: false };
      const reply = await call((client, { QueryCommand }) =>
        client.send(
          new QueryCommand({
            TableName,
            ConsistentRead: true,
            ScanIndexForward: !descending,
            KeyConditionExpression: 'pk = :pk AND sk BETWEEN :low AND :high',
            ExpressionAttributeValues: {
              ':pk': { S: pk },
              ':low': { S: low },
              ':high': { S: high },
            },
            ...(after === undefined ? {} : { ExclusiveStartKey: itemKey({ pk, sk: after }) }),
            Limit: limit,
          }),
        ),
      );
      return { items: reply.Items ?? [], more: reply.LastEvaluatedKey !== undefined };
    },
  };
}

/** The items of a partition with sort keys from `low` to `high`, inclusive, read in pages. */
export async function* itemsBetween(
  dynamo: Dynamo,
  pk: string,
  bounds: { readonly low: string; readonly high: string },
  limit = 1_000,
): AsyncGenerator<Item> {
  for (let after: string | undefined, more = true; more;) {
    const from = after === undefined ? {} : { after };
    const page = await dynamo.range(pk, { ...bounds, ...from, descending: false, limit });
    yield* page.items;
    after = page.items.at(-1)?.['sk']?.S;
    more = page.more && after !== undefined;
  }
}

/** Waits before try number `round` (1, 2 …): a random part of a doubling time, at most 200 ms. */
export function pause(round: number): Promise<void> {
  const most = Math.min(200, 5 * 2 ** Math.min(round, 6));
  return new Promise((resolve) => setTimeout(resolve, Math.random() * most));
}

function addition(attribute: string, by: number) {
  return {
    UpdateExpression: 'ADD #name :by',
    ExpressionAttributeNames: { '#name': attribute },
    ExpressionAttributeValues: { ':by': { N: String(by) } },
  };
}

function itemKey({ pk, sk }: ItemKey): { pk: AttributeValue; sk: AttributeValue } {
  return { pk: { S: pk }, sk: { S: sk } };
}

function conditionInput(condition: Condition) {
  if (condition === 'absent') return { ConditionExpression: 'attribute_not_exists(pk)' };
  if ('endedBy' in condition) {
    return {
      ConditionExpression: 'attribute_not_exists(pk) OR #ends <= :now',
      ExpressionAttributeNames: { '#ends': 'ends' },
      ExpressionAttributeValues: { ':now': { S: condition.endedBy } },
    };
  }
  return {
    ConditionExpression: '#held = :held',
    ExpressionAttributeNames: { '#held': condition.attribute },
    ExpressionAttributeValues: { ':held': { S: condition.equals } },
  };
}

/** Why DynamoDB cancelled a transaction; any other error is thrown again. */
function cancelled(error: unknown): Transacted {
  if (nameOf(error) !== 'TransactionCanceledException') throw error;
  const { CancellationReasons = [] } = error as { CancellationReasons?: { Code?: string }[] };
  const codes = CancellationReasons.map(({ Code }) => Code ?? 'None');
  const refused = codes.flatMap((code, at) => (code === 'ConditionalCheckFailed' ? [at] : []));
  if (refused.length > 0) return new Set(refused);
  if (codes.includes('TransactionConflict')) return 'busy';
  if (codes.some((code) => /Throttl|ThroughputExceeded/.test(code))) throw busy(error);
  throw error;
}

// These have a status of 400, like our own mistakes.
function asFailure(error: unknown): unknown {
  if (!/Throttl|ThroughputExceeded|RequestLimitExceeded|InProgress/.test(nameOf(error))) {
    return outage('DynamoDB', error);
  }
  return busy(error);
}

function busy(cause: unknown): Failure {
  return new Failure('unavailable', 'storage_busy', 'DynamoDB is busy. Try again.', { cause });
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}
