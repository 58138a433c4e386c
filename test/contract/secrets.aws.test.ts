import { awsSecrets } from '#core/platform/adapters/aws/secrets/secrets.ts';
import { freshTable } from '#test/support/emulators/fresh-table.ts';
import { onBackend } from '#test/support/emulators/on-backend.ts';
import { configured, secretsContract } from './secrets-suite.ts';

onBackend((on) => {
  const open = async () => {
    const client = on.clients().dynamodb;
    const options = { client, table: await freshTable(on), environment: configured };
    return { secrets: awsSecrets(options), other: awsSecrets(options) };
  };
  secretsContract(`DynamoDB on ${on.backend.services.dynamodb}`, open);
});
