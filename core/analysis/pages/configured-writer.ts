import { html, type Html } from '#core/web/html.ts';
import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { chooseModel, installedModel } from '../base/configuration/model.ts';

export interface Writer {
  readonly name: string;
  readonly isOffline: boolean;
}

/** Says on a page with classes that no model is asked for them; false: one is. */
export async function offlineHint(
  needs: Pick<Platform, 'environment' | 'ai'>,
): Promise<Html | false> {
  const writer = await configuredWriter(needs);
  if (!writer?.isOffline) return false;
  return html`<p class="hint">
    New classes are those of the <strong>offline analyst</strong>: no model is asked.
  </p>`;
}

/** Who explains failures with the server's settings; null: a request has to name a model. */
export async function configuredWriter(
  needs: Pick<Platform, 'environment' | 'ai'>,
): Promise<Writer | null> {
  try {
    const model = await installedModel(needs, chooseModel(needs.environment, {}));
    const { title, kind } = await needs.ai.program(model.ai_provider);
    const isOffline = kind === 'offline';
    return { name: isOffline ? 'offline analyst' : `${title} (${model.ai_model})`, isOffline };
  } catch (error) {
    if (isFailure(error, 'invalid')) return null;
    throw error;
  }
}
