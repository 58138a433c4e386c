import { bootstrapAws } from './emulators/bootstrap.ts';
import { awsClients } from '#core/platform/adapters/aws/clients/clients.ts';
import { environment } from '#core/platform/config.ts';
import { findEmulators } from './emulators/find-emulators.ts';
import { writeFirstEnvironment } from './services/first-run.ts';
import { laptopStarts } from './services/laptop.ts';
import { main } from './program/main.ts';
import { offlineWriterCommand } from './offline-writer/command.ts';
import { runStreams } from './emulators/table-stream.ts';
import { openCloud } from './services/open-cloud.ts';
import { runServices, type OpenPlatform } from './services/run-services.ts';

// Runs all services on the AWS adapters with emulators. The emulators from npm keep nothing when
// they end.
await main(async () => {
  writeFirstEnvironment();
  const variables = environment();
  const emulators = await findEmulators(variables);
  const { name, region, credentials, s3, sqs, dynamodb } = emulators;
  console.log(`AWS is ${name}: S3 ${s3}, SQS ${sqs}, DynamoDB ${dynamodb}`);

  const open: OpenPlatform = async (service, _hosting, settings) => {
    const clients = awsClients({ region, credentials, endpoints: emulators });
    const names = { table: `lantern-${service.name}`, bucket: `lantern-${service.name}` };
    const { urls } = await bootstrapAws({ ...clients, ...names, queues: service.queues });
    const deployment = {
      LANTERN_SERVICE: service.name,
      LANTERN_TABLE: names.table,
      LANTERN_BUCKET: names.bucket,
      LANTERN_QUEUES: JSON.stringify(urls),
    };
    const options = { clients, standIn: offlineWriterCommand };
    const opened = openCloud({ ...options, environment: { ...settings, ...deployment } });
    runStreams(service, opened.platform, { client: await clients.dynamodb(), ...names });
    return opened;
  };
  try {
    // A container service has no API Gateway in front of it.
    const starts = laptopStarts(variables).map((start) => ({
      ...start,
      isStrict: !start.service.isContainer,
    }));
    await runServices(starts, open, () => emulators.stop());
  } catch (error) {
    await emulators.stop();
    throw error;
  }
});
