import { isFailure } from '../../platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { chooseModel } from '../configuration/model.ts';
import { offlineAnalyst, readWriter } from '../explain/read-writer.ts';

export interface Writer {
  readonly name: string;
  readonly isOffline: boolean;
}

/** Who explains failures with the server's settings; null: a request has to name a model. */
export async function configuredWriter(
  needs: Pick<Platform, 'environment' | 'ai'>,
): Promise<Writer | null> {
  try {
    const model = chooseModel(needs.environment, {});
    const writer = await readWriter(needs, model);
    const name =
      writer ?? `${(await needs.ai.program(model.ai_provider)).title} (${model.ai_model})`;
    return { name, isOffline: writer === offlineAnalyst };
  } catch (error) {
    if (isFailure(error, 'invalid')) return null;
    throw error;
  }
}
