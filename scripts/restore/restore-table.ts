import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBClient, TableDescription } from '@aws-sdk/client-dynamodb';

/** With the usual pause about ten minutes. */
const maxTries = 60;

interface TableRestore {
  readonly source: string;
  readonly table: string;
  readonly time: Date;
  readonly pause?: () => Promise<void>;
}

/** A copy of the table at that time, with what AWS does not copy: time to live, restore points,
 * protection and stream. Repeated: goes on with the copy that is there. */
export async function restoreTable(
  client: DynamoDBClient,
  { source, table, time, pause = () => sleep(10_000) }: TableRestore,
): Promise<void> {
  const sdk = await import('@aws-sdk/client-dynamodb');
  const describe = async (TableName: string): Promise<TableDescription> =>
    (await client.send(new sdk.DescribeTableCommand({ TableName }))).Table ?? {};
  const active = async () => {
    for (;;) {
      const { TableStatus } = await describe(table);
      if (TableStatus === 'ACTIVE') return;
      await pause();
    }
  };
  const original = await describe(source);
  const input = { SourceTableName: source, TargetTableName: table, RestoreDateTime: time };
  await client
    .send(new sdk.RestoreTableToPointInTimeCommand(input))
    .catch(unless(/^TableAlreadyExistsException:/));
  await active();
  const TableName = table;
  const TimeToLiveSpecification = { Enabled: true, AttributeName: 'expiresAt' };
  await client
    .send(new sdk.UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }))
    // This is a repetition.
    .catch(unless(/^ValidationException: .*already enabled/));
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
  const backups = { TableName, PointInTimeRecoverySpecification };
  // A new table is active before its backups can be switched on.
  for (let tries = 1; ; tries += 1) {
    const isOn = await client
      .send(new sdk.UpdateContinuousBackupsCommand(backups))
      .then(
        () => true,
        unless(tries < maxTries ? /^ContinuousBackupsUnavailableException:/ : /^$/),
      );
    if (isOn) break;
    await pause();
  }
  const { DeletionProtectionEnabled = false, StreamSpecification } = original;
  if (DeletionProtectionEnabled) {
    await client.send(new sdk.UpdateTableCommand({ TableName, DeletionProtectionEnabled }));
    await active();
  }
  if (!StreamSpecification?.StreamEnabled) return;
  await client
    .send(new sdk.UpdateTableCommand({ TableName, StreamSpecification }))
    .catch(unless(/^ValidationException: .*already has an enabled stream/));
  await active();
}

/** Throws any other error. */
function unless(pattern: RegExp) {
  return (error: unknown): void => {
    if (!(error instanceof Error) || !pattern.test(`${error.name}: ${error.message}`)) throw error;
  };
}
