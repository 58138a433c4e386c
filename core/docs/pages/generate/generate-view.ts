import { providerIds } from '#core/ai/provider-ids.ts';
import type { Caller } from '#core/identity/rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { GenerateView } from './generate-form.ts';
import { chooseModel, programName } from '../../generate/asking/writer.ts';

type Needs = Pick<Platform, 'home' | 'environment' | 'ai'>;

/** What the form that generates offers to this caller. */
export async function generateViewOf(
  { home, environment, ai }: Needs,
  caller: Caller,
): Promise<GenerateView> {
  const programs = await Promise.all(
    providerIds.map(async (id) => ({ id, program: await ai.program(id) })),
  );
  const { ai_provider, ai_model } = await chooseModel({ environment, ai }, {});
  const configured = await ai.program(ai_provider);
  return {
    takesPaths: caller.isAdmin && home.isOneMachine,
    writer: {
      name: programName(configured, ai_model),
      isOffline: configured.kind === 'offline',
    },
    providers: programs.map(({ id, program }) => ({
      value: id,
      label: program.isMissing === true ? `${program.title}: not installed` : program.title,
    })),
  };
}
