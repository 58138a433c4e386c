import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { S3Client } from '@aws-sdk/client-s3';
import type { AwsClients } from '#core/platform/adapters/aws/clients/clients.ts';
import { Failure } from '#core/platform/failure.ts';
import { logicalName } from '../../infra/names.ts';
import { forgetLostRows } from './forget-lost-rows.ts';
import { restoreObjects } from './restore-objects.ts';
import { restoreTable } from './restore-table.ts';

export interface ServiceRestore {
  readonly stage: string;
  readonly service: string;
  readonly time: Date;
  readonly tables: Readonly<Record<string, string>>;
  readonly say: (line: string) => void;
  /** Between two looks at a new table. */
  readonly pause?: () => Promise<void>;
}

/** Objects first: rows of the restored table name them. */
export async function restoreService(
  clients: Pick<AwsClients, 'dynamodb' | 's3'>,
  { stage, service, time, tables, say, pause }: ServiceRestore,
) {
  const [dynamodb, s3] = await Promise.all([clients.dynamodb(), clients.s3()]);
  const name = `lantern-${stage}-${logicalName(service)}`;
  const bucket = only(await bucketNames(s3), `${name}Bucket`.toLowerCase(), 'bucket');
  const source = tables[service] ?? only(await tableNames(dynamodb), `${name}Table`, 'table');
  const stamp = time.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const table = `lantern-${stage}-${service}-${stamp}`;
  say(`${source} as of ${time.toISOString()} becomes ${table}`);
  await restoreTable(dynamodb, { source, table, time, ...(pause && { pause }) });
  const { copied, unread } = await restoreObjects(s3, { bucket, time });
  const lostRows = await forgetLostRows({ dynamodb, s3 }, { table, bucket });
  return { table, bucket, copied, unread, lostRows };
}

function only(names: readonly string[], start: string, kind: string): string {
  const matches = names.filter((name) => name.startsWith(start));
  const [match] = matches;
  if (match !== undefined && matches.length === 1) return match;
  const count = matches.length === 0 ? 'no' : `more than one (${matches.join(', ')})`;
  const message = `There is ${count} ${kind} ${start}… in this account and region`;
  throw new Failure('configuration', 'no_name', message);
}

async function tableNames(client: DynamoDBClient): Promise<string[]> {
  const { paginateListTables } = await import('@aws-sdk/client-dynamodb');
  const names: string[] = [];
  for await (const page of paginateListTables({ client }, {}))
    names.push(...(page.TableNames ?? []));
  return names;
}

async function bucketNames(client: S3Client): Promise<string[]> {
  const { ListBucketsCommand } = await import('@aws-sdk/client-s3');
  const { Buckets = [] } = await client.send(new ListBucketsCommand({}));
  return Buckets.flatMap(({ Name }) => Name ?? []);
}
