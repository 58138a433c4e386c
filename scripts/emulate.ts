import { resolve } from 'node:path';
import { bootstrapAws } from '#core/platform/adapters/aws/bootstrap.ts';
import { awsClients } from '#core/platform/adapters/aws/clients.ts';
import { localAssets } from '#core/platform/adapters/local/assets.ts';
import { localSockets } from '#core/platform/adapters/local/sockets.ts';
import { environment } from '#core/platform/config.ts';
import { openAws } from '#core/platform/open-aws.ts';
import { startEmulators } from '#test/support/emulators.ts';
import { writeFirstEnvironment } from './first-run.ts';
import { laptopStarts } from './laptop.ts';
import { main } from './main.ts';
import { offlineWriterCommand } from './offline-writer-command.ts';
import { runServices, type OpenPlatform } from './run-services.ts';

// All services on the AWS adapters, in front of emulators: those from npm, or what
// AWS_ENDPOINT_URL names (LocalStack, moto). What the emulators from npm keep ends with them.
await main(async () => {
  writeFirstEnvironment();
  const given = environment();
  const emulators = await startEmulators();
  const { region, credentials } = emulators;
  console.log(`S3 ${emulators.s3}, SQS ${emulators.sqs}, DynamoDB ${emulators.dynamodb}`);

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
    const connections = localSockets();
    const platform = openAws({
      environment: { ...settings, ...deployment },
      clients,
      assets: localAssets({ root: resolve(import.meta.dirname, '../core') }),
      sockets: connections.sockets,
      standIn: offlineWriterCommand,
    });
    return { platform, connections };
  };
  try {
    const starts = laptopStarts(given, resolve('data'));
    await runServices(starts, open, () => emulators.stop());
  } catch (error) {
    await emulators.stop();
    throw error;
  }
});
