import type { Mask } from '#core/logs/writing/clean.ts';
import { maskingOf } from '#core/logs/writing/masking.ts';
import { findConfiguration, lastSecrets, type ConfigurationNeeds } from './read-configuration.ts';

/** Masks the secrets of the environment, and of the last configuration that could be used. */
export async function maskFor(needs: ConfigurationNeeds): Promise<Mask> {
  const found = await findConfiguration(needs);
  return maskingOf(
    needs.environment,
    found ?? { known: await lastSecrets(needs), masksByWords: true },
  );
}
