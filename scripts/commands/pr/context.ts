import { lazy } from '#core/platform/lazy.ts';
import { parseTarget } from '#core/review/target.ts';
import type { Scm } from '#core/scm/client.ts';
import type { PullRequestName } from '#core/scm/pull-request.ts';
import { scmSettings } from '#core/scm/settings.ts';
import type { Values } from '../line/command.ts';
import { usage } from '../line/group.ts';
import type { Shell } from '../line/shell.ts';
import { localGit, type LocalGit } from './local-git.ts';
import { openScm } from './open-scm.ts';
import type { prOptions } from './options.ts';

export interface PrContext {
  readonly shell: Shell;
  readonly options: Values<typeof prOptions>;
  readonly directory: string;
  readonly git: LocalGit;
  /** SCM_API_URL. */
  readonly api: string | undefined;
  /** Opened at the first use: not every command line needs the code host. */
  readonly scm: () => Promise<Scm>;
  /** Tells the user something, on stderr. */
  readonly say: (message: string) => void;
  readonly target: (words: readonly string[]) => Promise<PullRequestName>;
}

export function prContext(
  shell: Shell,
  options: PrContext['options'],
  directory: string,
): PrContext {
  const git = localGit(directory, shell.variables);
  const { SCM_API_URL: api } = scmSettings(shell.variables);
  return {
    shell,
    options,
    directory,
    git,
    api,
    scm: lazy(() => openScm(shell.variables, directory)),
    // A path of a pull request may hold control sequences for the terminal.
    say: (message) => void shell.stderr.write(`${message.replaceAll(/\p{Cc}/gu, '?')}\n`),
    async target(words) {
      const isRepository = words.length === 1 && /^[^/:]+\/[^/]+$/.test(words[0] ?? '');
      if (isRepository) throw usage('The number of the pull request is missing');
      return parseTarget(words, { api, origin: () => git.origin() });
    },
  };
}

export function printJson({ stdout }: Pick<Shell, 'stdout'>, value: unknown): void {
  stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
