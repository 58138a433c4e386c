import type { Mask } from '#core/logs/writing/clean.ts';
import { maskingOf } from '#core/logs/writing/masking.ts';
import { findConfiguration, type ConfigurationNeeds } from './read-configuration.ts';

/** Masks the secrets of the environment, and of the configuration if it can be read. */
export async function maskFor(needs: ConfigurationNeeds): Promise<Mask> {
  const found = await findConfiguration(needs);
  return maskingOf(needs.environment, found ?? { known: [], masksByWords: true });
}
