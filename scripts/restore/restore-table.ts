import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBClient, TableDescription } from '@aws-sdk/client-dynamodb';

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
    .catch(unless('TableAlreadyExistsException'));
  await active();
  const TableName = table;
  const TimeToLiveSpecification = { Enabled: true, AttributeName: 'expiresAt' };
  await client
    .send(new sdk.UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }))
    // It is on: this is a repetition.
    .catch(unless('ValidationException'));
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
  await client.send(
    new sdk.UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }),
  );
  const { DeletionProtectionEnabled = false, StreamSpecification } = original;
  if (DeletionProtectionEnabled) {
    await client.send(new sdk.UpdateTableCommand({ TableName, DeletionProtectionEnabled }));
    await active();
  }
  if (!StreamSpecification?.StreamEnabled) return;
  await client
    .send(new sdk.UpdateTableCommand({ TableName, StreamSpecification }))
    .catch(unless('ValidationException'));
  await active();
}

function unless(name: string) {
  return (error: unknown) => {
    if (!(error instanceof Error) || error.name !== name) throw error;
  };
}
