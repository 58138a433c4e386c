import { lazy } from '#core/platform/lazy.ts';
import { parseTarget } from '#core/review/target.ts';
import type { Scm } from '#core/scm/client.ts';
import type { PullRequestName } from '#core/scm/pull-request.ts';
import { scmSettings } from '#core/scm/settings.ts';
import type { Values } from '../line/command.ts';
import { usage } from '../line/group.ts';
import type { Shell } from '../line/shell.ts';
import { localGit, type LocalGit } from './local-git.ts';
import { openScm, readLogin } from '../line/open-scm.ts';
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
  /** Says on stderr in whose name it is posted. */
  readonly announce: () => Promise<void>;
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
  const { variables } = shell;
  const { SCM_API_URL: api } = scmSettings(variables);
  const opened = lazy(() => openScm(variables, { directory, via: options.via }));
  // A path of a pull request may hold control sequences for the terminal.
  const say = (message: string) =>
    void shell.stderr.write(`${message.replaceAll(/\p{Cc}/gu, '?')}\n`);
  return {
    shell,
    options,
    directory,
    git,
    api,
    scm: async () => (await opened()).scm,
    async announce() {
      const { scm, means } = await opened();
      const login = await readLogin(scm);
      say(`Posting${login === undefined ? '' : ` as ${login}`} with ${means()}`);
    },
    say,
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
