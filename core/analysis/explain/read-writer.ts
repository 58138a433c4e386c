import type { Platform } from '#core/platform/ports/platform.ts';
import type { EffectiveParams } from '../schema/params.ts';

/** Answers where no model is installed; every page says so. */
export const offlineAnalyst = 'offline analyst';

/** Who writes an analysis, for the job's row. Null: the provider's own program. */
export async function readWriter(
  { ai }: Pick<Platform, 'ai'>,
  { ai_provider, ai_model }: Pick<EffectiveParams, 'ai_provider' | 'ai_model'>,
): Promise<string | null> {
  const { title, kind } = await ai.program(ai_provider);
  if (kind === 'offline') return offlineAnalyst;
  return kind === 'replaced' ? `${title} (${ai_model})` : null;
}
