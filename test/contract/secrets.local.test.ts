import { localSecrets } from '#core/platform/adapters/local/secrets.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { configured, secretsContract } from './secrets-suite.ts';

secretsContract('files', async () => {
  const folder = await temporaryFolder();
  const options = { environment: configured, directory: `${folder.path}/keys` };
  return {
    secrets: localSecrets(options),
    other: localSecrets(options),
    close: folder.remove,
  };
});
