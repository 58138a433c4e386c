import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { S3Client } from '@aws-sdk/client-s3';
import {
  dynamo,
  type Dynamo,
  type ItemKey,
  type Write,
} from '#core/platform/adapters/aws/dynamo/dynamo.ts';
import { addTo, countersOf } from '#core/platform/adapters/aws/records/counts.ts';
import { whatIsKnown } from '#core/platform/adapters/aws/records/item.ts';
import { newToken } from '#core/platform/adapters/aws/records/order.ts';
import { eachAtMost } from '#core/text/each-at-most.ts';

const looksAtOnce = 16;

/** Removes rows whose object no version has, with their entries: lists would show what nobody can open.
 * Returns their names. */
export async function forgetLostRows(
  { dynamodb, s3 }: { readonly dynamodb: DynamoDBClient; readonly s3: S3Client },
  { table: TableName, bucket: Bucket }: { readonly table: string; readonly bucket: string },
): Promise<string[]> {
  const store = dynamo({ client: async () => dynamodb, table: TableName });
  const { paginateScan } = await import('@aws-sdk/client-dynamodb');
  const { HeadObjectCommand } = await import('@aws-sdk/client-s3');
  const names: string[] = [];
  const input = {
    TableName,
    ConsistentRead: true,
    FilterExpression: 'attribute_exists(#blob)',
    ExpressionAttributeNames: { '#blob': 'blob' },
  };
  for await (const { Items = [] } of paginateScan({ client: dynamodb }, input)) {
    await eachAtMost(looksAtOnce, Items, async (item) => {
      const { blob, links } = whatIsKnown(item);
      if (await isThere(blob ?? '')) return;
      const pk = item['pk']?.S ?? '';
      await remove(store, { pk, sk: item['sk']?.S ?? '' }, links);
      names.push(pk.replace(/^r#/, ''));
    });
  }
  return names.toSorted();

  async function isThere(Key: string): Promise<boolean> {
    try {
      await s3.send(new HeadObjectCommand({ Bucket, Key }));
      return true;
    } catch (error) {
      if (error instanceof Error && error.name === 'NotFound') return false;
      throw error;
    }
  }
}

/** More than a table has. */
const maxShards = 8;

/** Removes the row with its entries, and takes it out of the counts of its groups. */
async function remove(
  store: Dynamo,
  row: ItemKey,
  links: Readonly<Record<string, ItemKey>>,
): Promise<void> {
  const writes: Write[] = [row, ...Object.values(links)].map((key) => ({ remove: key }));
  for (const [name, link] of Object.entries(links)) {
    if (!name.startsWith('i:')) continue;
    // An index that is not counted has none.
    const [counter] = await store.getAll(countersOf(link, maxShards));
    if (counter) writes.push(...addTo({ pk: counter['pk']?.S ?? '', sk: 'c' }, -1));
  }
  while ((await store.transact(writes, newToken())) !== 'done');
}
