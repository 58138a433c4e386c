import { initialProvider, offline } from '#core/ai/provider-ids.ts';
import { assertArgument, readProvider } from '#core/ai/providers.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { docsSettings } from '#core/docs/settings.ts';

interface Wanted {
  readonly ai_provider?: string | null | undefined;
  readonly ai_model?: string | null | undefined;
}

/** The request's provider and model, else the server's. Where neither names one, the default
 * provider, or the offline writer, which has no model. */
export async function chooseModel(
  { environment, ai }: Pick<Platform, 'environment' | 'ai'>,
  wanted: Wanted,
): Promise<{ readonly ai_provider: string; readonly ai_model: string }> {
  const { AI_PROVIDER, AI_MODEL } = docsSettings(environment);
  const named = wanted.ai_model ?? AI_MODEL;
  const chosen =
    wanted.ai_provider ?? AI_PROVIDER ?? (named === undefined ? null : initialProvider);
  const id = chosen === null ? (await ai.program(offline)).id : readProvider(chosen).id;
  if (id === offline) return { ai_provider: offline, ai_model: '' };
  const ai_model = named ?? readProvider(id).defaultModel;
  assertArgument('AI model', ai_model);
  return { ai_provider: id, ai_model };
}
