import { homedir } from 'node:os';
import { join } from 'node:path';
import { commandLineAi } from '#core/ai/command-line-ai.ts';
import { withTitles } from '#core/ai/providers.ts';
import { Failure } from '#core/platform/failure.ts';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { localBlobs } from '#core/platform/adapters/local/blobs/blobs.ts';
import { programRunner } from '#core/platform/adapters/local/programs/command-line.ts';
import { neutralFolder } from '#core/platform/adapters/local/programs/neutral-folder.ts';
import { fileTemplates } from '#core/platform/adapters/local/templates.ts';
import type { Ai } from '#core/platform/ports/programs/ai.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { commonSettings } from '#core/platform/settings.ts';
import { root } from '../../program/run.ts';

/** A model that gets the prompt alone: it starts in an empty folder. Its answers are kept in the
 * user's cache, so that a repeated review of one commit is paid for once. */
export function openAi(
  variables: Environment,
  say: (message: string) => void,
): Pick<Platform, 'ai' | 'templates'> {
  const { TEMPLATES_DIR: replaced } = commonSettings(variables);
  const { XDG_CACHE_HOME, HOME = homedir() } = variables;
  const cache = join(XDG_CACHE_HOME ?? join(HOME, '.cache'), 'lantern', 'review');
  const clock = systemClock();
  const ai = commandLineAi({
    environment: variables,
    clock,
    log: (level, message) => {
      if (level === 'WARNING' || level === 'ERROR') say(message);
    },
    blobs: localBlobs({ directory: join(cache, 'answers') }),
    run: programRunner({ clock }),
    neutralFolder: neutralFolder(join(cache, 'neutral')),
  });
  const commandAi: Ai = {
    ...ai,
    async ask(question) {
      try {
        return await ai.ask(question);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        const { title } = await ai.program(question.provider);
        throw new Failure(error.kind, error.code, withTitles(error.message, title));
      }
    },
  };
  return { ai: commandAi, templates: fileTemplates({ root: join(root, 'core'), replaced }) };
}
