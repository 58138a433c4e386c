import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { S3Client } from '@aws-sdk/client-s3';
import { whatIsKnown } from '#core/platform/adapters/aws/records/item.ts';
import { eachAtMost } from '#core/text/each-at-most.ts';

const looksAtOnce = 16;

/** Removes rows whose object no version has, with their entries: lists would show what nobody can open.
 * Returns their names. */
export async function forgetLostRows(
  { dynamodb, s3 }: { readonly dynamodb: DynamoDBClient; readonly s3: S3Client },
  { table: TableName, bucket: Bucket }: { readonly table: string; readonly bucket: string },
): Promise<string[]> {
  const { DeleteItemCommand, paginateScan } = await import('@aws-sdk/client-dynamodb');
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
      const { pk = { S: '' }, sk = { S: '' } } = item;
      const entries = Object.values(links).map(({ pk, sk }) => ({ pk: { S: pk }, sk: { S: sk } }));
      for (const Key of [...entries, { pk, sk }]) {
        await dynamodb.send(new DeleteItemCommand({ TableName, Key }));
      }
      names.push(String(pk.S).replace(/^r#/, ''));
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
