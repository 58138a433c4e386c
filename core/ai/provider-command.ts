import * as z from 'zod/mini';
import { Failure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { settings } from '#core/platform/settings.ts';
import type { Arguments, Provider } from './provider-table.ts';
import { shellWords } from './shell-words.ts';

export interface Command {
  readonly program: string;
  /** The operator named the program: the offline writer does not answer in its place. */
  readonly replaced: boolean;
  readonly startsApart: boolean;
  readonly arguments: Arguments;
}

/** Commands of the operator, which replace the providers' own. */
export const commandSettings = settings({
  /** replaces `claude`: called as `<words…> --model <model>` in the repository, with the prompt on
   * stdin */
  AI_CLI_PROVIDER_A: z.optional(z.string()),
  /** replaces `gemini` */
  AI_CLI_PROVIDER_B: z.optional(z.string()),
  /** replaces `agent` */
  AI_CLI_PROVIDER_C: z.optional(z.string()),
});

/** The provider's own command, or the one in AI_CLI_PROVIDER_<letter>. */
export function commandOf(provider: Provider, environment: Environment): Command {
  const variable = `AI_CLI_${provider.id.toUpperCase()}` as keyof typeof commandSettings.shape;
  const words = commandSettings(environment)[variable];
  if (!words) {
    const { binary, startsApart } = provider;
    return { program: binary, replaced: false, startsApart, arguments: provider.arguments };
  }
  try {
    return replacement(shellWords(words));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Failure('configuration', error.code, `${variable}: ${error.message}`);
  }
}

export function replacement(words: readonly string[]): Command {
  const [program, ...rest] = words;
  if (!program || program.startsWith('-')) {
    throw new Failure('configuration', 'bad_command', 'The command names no program');
  }
  const own: Arguments = (model) => [...rest, '--model', model];
  return { program, replaced: true, startsApart: false, arguments: own };
}
