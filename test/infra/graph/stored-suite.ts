import { describe, expect, it } from 'vitest';
import { logColumns } from '#core/platform/adapters/aws/logs/parquet.ts';
import { type Graph } from '#test/support/rollout-graph/rollout-graph.ts';
import { served, services } from '#test/support/rollout-graph/manifest.ts';
import { physicalName, type Resource } from '../../../scripts/rollout/evaluation.ts';
import type { Graphs } from './graphs.ts';

interface GlueTable {
  readonly storageDescriptor: { readonly columns: readonly object[]; readonly location: string };
  readonly parameters: Readonly<Record<string, string>>;
}

/** The services that a stage has: only one of them runs the agent. */
const there = { usual: served, everything: Object.entries(services) };

export function storedSuite(graphs: () => Graphs): void {
  describe.each(['usual', 'everything'] as const)('what is stored, on the %s stage', (stage) => {
    const graph = (): Graph => graphs()[stage];
    const about = (kind: string, bucket: Resource) =>
      graph()
        .of(`aws:s3/${kind}`)
        .find(({ inputs }) => inputs['bucket'] === physicalName(bucket))?.inputs;

    it('is private, encrypted and versioned in buckets', () => {
      const buckets = graph().of('aws:s3/bucket:Bucket');
      expect(buckets).toHaveLength(there[stage].length);
      for (const bucket of buckets) {
        expect(about('bucketPublicAccessBlock:BucketPublicAccessBlock', bucket)).toMatchObject({
          ...{ blockPublicAcls: true, blockPublicPolicy: true },
          ...{ ignorePublicAcls: true, restrictPublicBuckets: true },
        });
        const encryption =
          'bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration';
        expect(about(encryption, bucket)).toMatchObject({
          rules: [{ applyServerSideEncryptionByDefault: { sseAlgorithm: 'AES256' } }],
        });
        expect(about('bucketVersioning:BucketVersioning', bucket)).toMatchObject({
          versioningConfiguration: { status: 'Enabled' },
        });
        const policy = String(about('bucketPolicy:BucketPolicy', bucket)?.['policy']);
        expect(policy).toContain('"Deny"');
        expect(policy).toContain('aws:SecureTransport');
      }
    });

    it('goes from buckets when nothing needs it', () => {
      for (const bucket of graph().of('aws:s3/bucket:Bucket')) {
        const { rules } =
          about('bucketLifecycleConfiguration:BucketLifecycleConfiguration', bucket) ?? {};
        expect(rules).toEqual([
          {
            ...{ id: 'queue', filter: { prefix: 'queue/' }, status: 'Enabled' },
            expiration: { days: 15 },
          },
          {
            ...{ id: 'uploads', filter: { prefix: '' }, status: 'Enabled' },
            abortIncompleteMultipartUpload: { daysAfterInitiation: 1 },
          },
          {
            ...{ id: 'versions', filter: { prefix: '' }, status: 'Enabled' },
            expiration: { expiredObjectDeleteMarker: true },
            noncurrentVersionExpiration: { noncurrentDays: 30 },
          },
        ]);
      }
    });

    it('is encrypted in tables, and can be had as it was', () => {
      const tables = graph().of('aws:dynamodb/table:Table');
      expect(tables).toHaveLength(there[stage].length);
      for (const { inputs } of tables) {
        expect(inputs).toMatchObject({
          ...{ hashKey: 'pk', rangeKey: 'sk', billingMode: 'PAY_PER_REQUEST' },
          attributes: [
            { name: 'pk', type: 'S' },
            { name: 'sk', type: 'S' },
          ],
          globalSecondaryIndexes: [],
          pointInTimeRecovery: { enabled: true },
          serverSideEncryption: { enabled: true },
          ttl: { attributeName: 'expiresAt', enabled: true },
        });
      }
      const withStream = tables.filter(({ inputs }) => inputs['streamEnabled'] === true);
      const declared = there[stage].filter(([, { streams = [] }]) => streams.length > 0);
      expect(withStream).toHaveLength(declared.length);
    });

    it('is encrypted in queues, for as long and as large as SQS allows', () => {
      const queues = graph().of('aws:sqs/queue:Queue');
      expect(queues).toHaveLength(2 * there[stage].flatMap(([, { jobs }]) => jobs).length);
      for (const { inputs } of queues) {
        expect(inputs).toMatchObject({
          sqsManagedSseEnabled: true,
          maxMessageSize: 1_048_576,
          messageRetentionSeconds: 1_209_600,
        });
      }
    });

    it('is a table of the log for Athena, with the columns of its files', () => {
      const [table, ...others] = graph().of('aws:glue/catalogTable:CatalogTable');
      expect(others).toEqual([]);
      const { storageDescriptor, parameters } = table?.inputs as unknown as GlueTable;
      const types = {
        BIGINT: 'bigint',
        TIMESTAMP: 'timestamp',
        VARCHAR: 'string',
        DOUBLE: 'double',
      };
      expect(storageDescriptor.columns).toEqual(
        Object.entries(logColumns).map(([name, type]) => ({
          name,
          type: types[type as keyof typeof types],
        })),
      );
      expect(storageDescriptor.location).toMatch(/^s3:\/\/[\w-]+\/logs\/days\/$/);
      expect(parameters['storage.location.template']).toBe(
        `${storageDescriptor.location}day=\${day}/`,
      );
    });

    it('keeps images of the worker encrypted and few', () => {
      expect(
        graph()
          .of('aws:ecr/repository:Repository')
          .map(({ inputs }) => inputs),
      ).toEqual([
        {
          name: expect.stringMatching(/-worker$/) as string,
          forceDelete: true,
          encryptionConfigurations: [{ encryptionType: 'AES256' }],
          imageScanningConfiguration: { scanOnPush: true },
        },
      ]);
      expect(graph().of('aws:ecr/lifecyclePolicy:LifecyclePolicy')).toHaveLength(1);
    });
  });

  it.each([
    ['production', true],
    ['real', false],
  ] as const)(
    'what is stored outlives a mistake on a stage that keeps its data (%s)',
    (stage, kept) => {
      const graph = graphs()[stage];
      expect(graph.of('sst:cli:App').map(({ inputs }) => inputs)).toMatchObject([
        { home: 'aws', protect: kept, removal: kept ? 'retain' : 'remove' },
      ]);
      const settings = (type: string, name: string) => [
        ...new Set(graph.of(type).map(({ inputs }) => inputs[name])),
      ];
      expect(settings('aws:dynamodb/table:Table', 'deletionProtectionEnabled')).toEqual([kept]);
      expect(settings('aws:s3/bucket:Bucket', 'forceDestroy')).toEqual([!kept]);
    },
  );
}
