import type { Service } from '#functions/service-manifest.ts';
import { stageName } from './stage-names.ts';

/** The columns of core/platform/adapters/aws/logs/parquet.ts. */
const columns = {
  cursor: 'bigint',
  time: 'timestamp',
  level: 'string',
  logger_name: 'string',
  message: 'string',
  hook_id: 'string',
  event_type: 'string',
  repository: 'string',
  scm_user: 'string',
  task_id: 'string',
  task_type: 'string',
  task_status: 'string',
  pr_number: 'bigint',
  token_spend: 'double',
  folded: 'string',
  summary: 'string',
};
const parquet = 'org.apache.hadoop.hive.ql.io.parquet';

/** The log's files as a table, which Athena asks in SQL. It costs nothing until somebody does. Days
 * are computed: nothing has to register a new folder. */
export function logTable({ logEngine }: Service, bucket: $util.Input<string>): void {
  if (logEngine === undefined) return;
  const database = new aws.glue.CatalogDatabase('LogDatabase', {
    // Athena takes no hyphens.
    name: stageName('logs').replaceAll('-', '_'),
  });
  const location = $interpolate`s3://${bucket}/logs/days/`;
  new aws.glue.CatalogTable('LogTable', {
    name: 'entries',
    databaseName: database.name,
    tableType: 'EXTERNAL_TABLE',
    partitionKeys: [{ name: 'day', type: 'string' }],
    parameters: {
      EXTERNAL: 'TRUE',
      classification: 'parquet',
      'projection.enabled': 'true',
      'projection.day.type': 'date',
      'projection.day.format': 'yyyy-MM-dd',
      'projection.day.range': '2026-01-01,NOW',
      'storage.location.template': $interpolate`${location}day=\${day}/`,
    },
    storageDescriptor: {
      location,
      inputFormat: `${parquet}.MapredParquetInputFormat`,
      outputFormat: `${parquet}.MapredParquetOutputFormat`,
      serDeInfo: { serializationLibrary: `${parquet}.serde.ParquetHiveSerDe` },
      columns: Object.entries(columns).map(([name, type]) => ({ name, type })),
    },
  });
}
