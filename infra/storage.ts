import type { Service } from '#functions/service-manifest.ts';
import { logicalName } from './names.ts';
import type { StageOptions } from './stage.ts';

/** One table and one bucket per service, so that a service cannot reach the data of another. */
export function storage(
  service: string,
  { streams = [] }: Pick<Service, 'streams'>,
  { keepsData, tables }: StageOptions,
) {
  const name = logicalName(service);
  const table = new sst.aws.Dynamo(`${name}Table`, {
    ...(streams.length > 0 && { stream: 'new-image' as const }),
    fields: { pk: 'string', sk: 'string' },
    primaryIndex: { hashKey: 'pk', rangeKey: 'sk' },
    ttl: 'expiresAt',
    deletionProtection: keepsData,
    transform: { table: { serverSideEncryption: { enabled: true } } },
  });

  const bucket = new sst.aws.Bucket(`${name}Bucket`, {
    cors: false,
    versioning: true,
    lifecycle: [
      // Claim checks of messages: SQS keeps no message longer than 14 days.
      { id: 'queue', prefix: 'queue/', expiresIn: '15 days' },
    ],
    transform: {
      bucket: { forceDestroy: !keepsData },
      lifecycle(args) {
        args.rules = $output(args.rules).apply((rules) => [...(rules ?? []), ...housekeeping]);
      },
    },
  });
  new aws.s3.BucketServerSideEncryptionConfiguration(`${name}BucketEncryption`, {
    bucket: bucket.name,
    rules: [{ applyServerSideEncryptionByDefault: { sseAlgorithm: 'AES256' } }],
  });
  const restored = tables[service];
  const { streamArn } = table.nodes.table;
  if (restored === undefined) return { table, bucket, streamArn };
  // Ends the rollout if the table does not exist.
  const existing = aws.dynamodb.getTableOutput({ name: restored });
  return { table: existing, bucket, streamArn: existing.streamArn };
}

/** Versions protect against an accidental delete for a month. They are no archive. */
const housekeeping = [
  {
    id: 'uploads',
    status: 'Enabled',
    filter: { prefix: '' },
    abortIncompleteMultipartUpload: { daysAfterInitiation: 1 },
  },
  {
    id: 'versions',
    status: 'Enabled',
    filter: { prefix: '' },
    expiration: { expiredObjectDeleteMarker: true },
    noncurrentVersionExpiration: { noncurrentDays: 30 },
  },
];
