import { isFailure } from '#core/platform/failure.ts';
import { readConfiguration, type ConfigurationNeeds } from '../configuration/read-configuration.ts';

/** How many deliveries are processed at once: MAX_WORKERS, or `max-workers` of the configuration. */
export async function workers(needs: ConfigurationNeeds): Promise<number> {
  try {
    return (await readConfiguration(needs)).maxWorkers;
  } catch (error) {
    if (isFailure(error, 'configuration')) return 10;
    throw error;
  }
}
