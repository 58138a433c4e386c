import { offline } from '#core/ai/provider-ids.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { EffectiveParams } from '../base/schema/params.ts';

/** No model was asked; every page says so. Older rows have the second name. */
export function isOffline(writer: string | null): boolean {
  return writer === offline || writer === 'offline analyst';
}

/** Who writes an analysis, for the job's row. Null: the provider's own program. */
export async function readWriter(
  { ai }: Pick<Platform, 'ai'>,
  { ai_provider, ai_model }: Pick<EffectiveParams, 'ai_provider' | 'ai_model'>,
): Promise<string | null> {
  const { title, kind } = await ai.program(ai_provider);
  if (kind === 'offline') return offline;
  return kind === 'replaced' ? `${title} (${ai_model})` : null;
}
