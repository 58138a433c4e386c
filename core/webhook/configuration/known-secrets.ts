import { logsSettings } from '#core/logs/settings.ts';
import { isFailure } from '#core/platform/failure.ts';
import { webhookSettings } from '../settings.ts';
import { readConfiguration, type ConfigurationNeeds } from './read-configuration.ts';

/** Every secret of the service, to be masked. A configuration that cannot be read adds none. */
export async function knownSecrets(needs: ConfigurationNeeds): Promise<readonly string[]> {
  const { WEBHOOK_SECRET, SCM_TOKEN } = webhookSettings(needs.environment);
  const { LOGS_KEY } = logsSettings(needs.environment);
  const own = [WEBHOOK_SECRET, SCM_TOKEN, LOGS_KEY].filter((value) => value !== undefined);
  try {
    return [...own, ...(await readConfiguration(needs)).known];
  } catch (error) {
    if (isFailure(error, 'configuration')) return own;
    throw error;
  }
}
