import { isFailure } from '#core/platform/failure.ts';
import type { Configuration } from './configuration.ts';
import type { ConfigurationNeeds } from './read-configuration.ts';

/** Undefined: it is missing or wrong, which readConfiguration() has logged. */
export async function findConfiguration(
  needs: ConfigurationNeeds,
): Promise<Configuration | undefined> {
  // The parser is a third of what a small function may load at its start.
  const { readConfiguration } = await import('./read-configuration.ts');
  try {
    return await readConfiguration(needs);
  } catch (error) {
    if (isFailure(error, 'configuration')) return undefined;
    throw error;
  }
}
