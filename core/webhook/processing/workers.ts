import { findConfiguration, type ConfigurationNeeds } from '../configuration/read-configuration.ts';

/** How many deliveries are processed at once: MAX_WORKERS, or `max-workers` of the configuration. */
export async function workers(needs: ConfigurationNeeds): Promise<number> {
  return (await findConfiguration(needs))?.maxWorkers ?? 10;
}
