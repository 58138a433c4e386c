import { awsSecrets } from '#core/platform/adapters/aws/secrets.ts';
import { awsWorld } from '#test/support/aws-world.ts';
import { backends } from '#test/support/emulators.ts';
import { configured, secretsContract } from './secrets-suite.ts';

for (const backend of backends()) {
  const open = async () => {
    const world = await awsWorld(backend);
    const table = await world.table();
    const options = { client: world.clients.dynamodb, table, environment: configured };
    return { secrets: awsSecrets(options), other: awsSecrets(options), close: world.close };
  };
  secretsContract(`DynamoDB on ${backend.services.dynamodb}`, open);
}
