import { providerIds } from '#core/ai/provider-ids.ts';
import { readProvider } from '#core/ai/providers.ts';
import type { Caller } from '#core/identity/rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { GenerateView } from '../pages/generate-form.ts';
import { docsSettings } from '../settings.ts';
import { programName } from '../writing/writer.ts';

type Needs = Pick<Platform, 'home' | 'environment' | 'ai'>;

/** What the form that generates offers to this caller. */
export async function generateViewOf(
  { home, environment, ai }: Needs,
  caller: Caller,
): Promise<GenerateView> {
  const { AI_PROVIDER, AI_MODEL } = docsSettings(environment);
  const programs = await Promise.all(
    providerIds.map(async (id) => ({ id, program: await ai.program(id) })),
  );
  const configured = await ai.program(AI_PROVIDER);
  return {
    takesPaths: caller.isAdmin && home === 'local',
    writer: {
      name: programName(configured, AI_MODEL ?? readProvider(AI_PROVIDER).defaultModel),
      isOffline: configured.kind === 'offline',
    },
    providers: programs.map(({ id, program }) => ({
      value: id,
      label:
        program.kind === 'offline'
          ? `${readProvider(id).title}: not installed, the offline writer answers`
          : program.title,
    })),
  };
}
