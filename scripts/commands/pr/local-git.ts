import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { programRunner } from '#core/platform/adapters/local/programs/command-line.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { parseOrigin, type Origin } from '#core/review/target.ts';
import type { PullRequest } from '#core/scm/pull-request.ts';

const milliseconds = 30_000;
const commitId = /^[0-9a-f]{40,64}$/;

export interface LocalGit {
  /** The repository of the remote `origin`. Undefined: no repository, no such remote, no git. */
  origin(): Promise<Origin | undefined>;
  /** The folder of the checkout. Undefined: no repository, no git. */
  root(): Promise<string | undefined>;
  /** Undefined: the repository does not have both commits. */
  diff(pull: PullRequest): Promise<string | undefined>;
}

/** The repository of a folder. No variable with a secret reaches git. */
export function localGit(directory: string, { PATH = '', HOME = '' }: Environment): LocalGit {
  const run = programRunner({ clock: systemClock() });
  const git = async (...words: string[]) => {
    const { end, code, stdout } = await run({
      program: 'git',
      arguments: words,
      directory,
      input: '',
      environment: { PATH, HOME, LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1' },
      timeoutMilliseconds: milliseconds,
    });
    return end === 'exited' && code === 0 ? stdout : undefined;
  };
  return {
    async origin() {
      const remote = await git('remote', 'get-url', 'origin');
      return remote === undefined ? undefined : parseOrigin(remote.trim());
    },
    root: async () => (await git('rev-parse', '--show-toplevel'))?.replace(/\n$/, ''),
    async diff({ baseSha, headSha }) {
      if (!commitId.test(baseSha) || !commitId.test(headSha)) return undefined;
      // The configuration of the repository may name programs; these options leave them out.
      const safe = [
        '--no-ext-diff',
        '--no-textconv',
        '--no-color',
        '--src-prefix=a/',
        '--dst-prefix=b/',
      ];
      return git('diff', ...safe, `${baseSha}...${headSha}`, '--');
    },
  };
}
